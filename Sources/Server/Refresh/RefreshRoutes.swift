import Crypto
import Storage
import Wire

/// `POST /mobile/refresh/init` and `/mobile/refresh/complete`. The two signatures that follow are ordinary rounds under
/// `/mobile/session/{id}/sign`.
public struct RefreshRoutes: Sendable {
    private let service: RefreshService
    private let devices: DeviceAuthenticator
    private let limits: RateLimits

    init(service: RefreshService, devices: DeviceAuthenticator, limits: RateLimits) {
        self.service = service
        self.devices = devices
        self.limits = limits
    }

    public var routes: [Route] {
        [
            Route("POST", "/mobile/refresh/init") { call throws(ServiceError) in .respond(try initiate(call)) },
            Route("POST", "/mobile/refresh/complete", bodyLimit: Limits.enrolmentBodyBytes) {
                call throws(ServiceError) in .respond(try complete(call))
            },
        ]
    }

    private func initiate(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let device = try devices.authenticate(call, deadline: call.context.storageDeadline)
        let request = try RefreshInitRequest(call.json())
        try limits.enrolmentByAddress.require(call.context)
        let opened = try service.open(request, device: device, deadline: call.context.deadline)
        return .json { w in
            w.member("refreshId", opened.refreshId)
            w.member("keyId", opened.f2.keyId)
            w.member("epoch", Int(opened.f2.epoch))
            w.member("expiresAt", Timestamp.format(unixSeconds: opened.expiresAt))
            w.memberObject("parameters") { w in
                w.member("id", opened.parameters.id)
                w.member("parametersHash", base64: opened.parameters.set.parametersHash)
            }
            w.member("nonce", base64: opened.f2.nonce)
            w.member("factor", base64: opened.f2.factor)
            w.member("signature", base64: opened.f2.signature)
        }
    }

    private func complete(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let device = try devices.authenticate(call, deadline: call.context.storageDeadline)
        let runs = try service.complete(
            call.json(), rawBody: call.request.body, device: device, deadline: call.context.deadline)
        return .json { w in
            w.member("refreshId", runs.refreshId)
            w.member("epoch", runs.epoch)
            if let session = runs.authorisation {
                w.memberObject("authorisation") { $0.member("sessionId", session) }
            }
            w.memberObject("possession") { $0.member("sessionId", runs.possession) }
        }
    }
}
