import Crypto
import Wire

/// `POST /enrollment/init` and `/enrollment/complete`.
public struct EnrollmentRoutes: Sendable {
    private let service: EnrollmentService
    private let limits: RateLimits

    init(service: EnrollmentService, limits: RateLimits) {
        self.service = service
        self.limits = limits
    }

    public var routes: [Route] {
        [
            Route("POST", "/enrollment/init") { call throws(ServiceError) in .respond(try initiate(call)) },
            Route("POST", "/enrollment/complete", bodyLimit: Limits.enrolmentBodyBytes) { call throws(ServiceError) in
                .respond(try complete(call))
            },
        ]
    }

    private func initiate(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let request = try InitRequest(call.json())
        try limits.enrolmentByAddress.require(call.context)
        let opened = try service.open(request, by: call.attestedBy, deadline: call.context.deadline)
        return .json { w in
            w.member("enrollmentId", opened.enrolmentId)
            w.member("documentNumber", opened.documentNumber)
            w.member("expiresAt", Timestamp.format(unixSeconds: opened.expiresAt))
            w.memberObject("latinName") { w in
                w.member("givenName", opened.givenName)
                w.member("surname", opened.surname)
            }
            w.memberObject("parameters") { w in
                w.member("id", opened.parameters.id)
                w.member("parametersHash", base64: opened.parameters.set.parametersHash)
            }
            w.memberArray("slots") { w in
                for slot in opened.slots { append(slot, to: &w) }
            }
        }
    }

    private func append(_ slot: K2Slot, to w: inout JSONWriter) {
        w.object { w in
            w.member("slot", slot.slot.rawValue)
            w.member("keyId", slot.keyId)
            w.member("nonce", base64: slot.nonce)
            w.member("Q2", base64: slot.Q2)
            w.member("proof", base64: slot.proof)
            w.member("signature", base64: slot.signature)
        }
    }

    private func complete(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let answer = try service.complete(
            call.json(), rawBody: call.request.body, attestedKey: call.attestedBy?.keyId,
            deadline: call.context.deadline)
        return HTTPResponse(status: 200, headers: HTTPHeaders(["Content-Type": "application/json"]), body: answer)
    }
}
