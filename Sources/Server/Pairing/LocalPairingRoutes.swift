import Storage
import Wire

/// `GET /pair/local?code=…`: the address that the QR code names, in the form of Aptove's bridge. `fp` is for the phone.
///
/// Refusals have the names of that protocol beside ours. The answer names our protocol: an app that speaks only ACP
/// ends there, with everything decoded (docs/adr/0013).
struct LocalPairingRoutes: Sendable {
    private let service: PairingService
    private let limits: RateLimits

    init(service: PairingService, limits: RateLimits) {
        self.service = service
        self.limits = limits
    }

    var routes: [Route] { [Self.route { (call) throws(ServiceError) in try pair(call) }] }

    /// The one route, with refusals that such an app reads.
    static func route(_ handler: @escaping @Sendable (Call) throws(ServiceError) -> HTTPResponse) -> Route {
        Route("GET", "/pair/local") { call throws(ServiceError) in
            do throws(ServiceError) { return .respond(try handler(call)) } catch {
                throw error.named(names[error.code] ?? error.code.rawValue.lowercased())
            }
        }
    }

    /// What Aptove calls our outcomes.
    private static let names: [Code: String] = [
        .pairingCodeMissing: "missing_code", .pairingCodeInvalid: "invalid_code", .pairingCodeLocked: "rate_limited",
    ]

    private func pair(_ call: Call) throws(ServiceError) -> HTTPResponse {
        // HEAD is answered wherever GET is; here it would spend the code and show nobody the token.
        guard call.request.method == "GET" else {
            var refusal = ServiceError(.methodNotAllowed)
            refusal.allow = ["GET"]
            throw refusal
        }
        try limits.pairingByAddress.require(call.context)
        guard let code = try call.query()["code"], !code.isEmpty else { throw ServiceError(.pairingCodeMissing) }
        // What cannot be a code uses no try of one up.
        guard PairingURL.isCode(code) else { throw ServiceError(.pairingCodeInvalid) }
        let answer = try service.pair(code: code, call.context.storageDeadline)
        return .json { w in
            w.member("agentId", answer.serviceId)
            w.member("url", answer.baseURL)
            w.member("protocol", "tamga")
            w.member("version", "1.0")
            w.member("authToken", answer.token)
            w.member("certFingerprint", PairingURL.text(of: answer.device.fingerprint))
            w.member("deviceId", answer.device.id)
            // Such an app decodes no answer without it, and would not come to say which protocol it has met.
            w.member("cwd", "/")
        }
    }
}
