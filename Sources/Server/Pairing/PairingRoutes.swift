import Crypto
import Storage
import Wire

/// `GET /pairing`, `POST /pairing/claim`, `GET /pairing/status`: a phone of ours.
struct PairingRoutes: Sendable {
    private let service: PairingService
    private let limits: RateLimits

    init(service: PairingService, limits: RateLimits) {
        self.service = service
        self.limits = limits
    }

    var routes: [Route] {
        [
            Route("GET", "/pairing") { call throws(ServiceError) in .respond(try describe(call)) },
            Route("POST", "/pairing/claim") { call throws(ServiceError) in .respond(try claim(call)) },
            Route("GET", "/pairing/status") { call throws(ServiceError) in .respond(try status(call)) },
        ]
    }

    /// Whom a phone is about to trust: it signs the id, so it has to know it before it brings the code.
    private func describe(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let id = try service.serviceId(call.context.storageDeadline)
        return .json { w in
            w.member("serviceId", id)
            w.member("protocol", "tamga")
            w.member("version", "1.0")
        }
    }

    private func claim(_ call: Call) throws(ServiceError) -> HTTPResponse {
        try limits.pairingByAddress.require(call.context)
        let body = try call.json()
        let request = try ServiceError.decoding { () throws(FieldError) in try PairingRequest(body) }
        let answer = try service.claim(request, call.context.storageDeadline)
        return .json { w in
            w.member("deviceId", answer.device.id)
            w.member("token", answer.token)
            w.member("serviceId", answer.serviceId)
            w.member("url", answer.baseURL)
            w.member("certFingerprint", PairingURL.text(of: answer.device.fingerprint))
            w.member("pairedAt", Timestamp.format(unixSeconds: answer.device.pairedAt / 1_000))
        }
    }

    private func status(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let hash = try Self.tokenHash(call.request)
        try limits.wrongPairingsByAddress.require(hash, from: call.context.client, now: call.context.now)
        guard let device = try service.device(tokenHash: hash, call.context.storageDeadline) else {
            limits.wrongPairingsByAddress.failed(from: call.context.client, now: call.context.now)
            throw ServiceError(.pairingTokenInvalid)
        }
        limits.wrongPairingsByAddress.succeeded(hash)
        guard holds("PAIRING_REVOKED", device.revokedAt == nil) else { throw ServiceError(.pairingRevoked) }
        let id = try service.serviceId(call.context.storageDeadline)
        return .json { w in
            w.member("deviceId", device.id)
            w.member("serviceId", id)
            w.memberIfPresent("name", device.name)
            w.member("hasKey", device.publicKey != nil)
            w.member("certFingerprint", PairingURL.text(of: device.fingerprint))
            w.member("pairedAt", Timestamp.format(unixSeconds: device.pairedAt / 1_000))
        }
    }

    /// - Throws: PAIRING_TOKEN_MISSING; PAIRING_TOKEN_INVALID for what none of ours looks like
    private static func tokenHash(_ request: HTTPRequest) throws(ServiceError) -> [UInt8] {
        let values = request.headers.all("X-Pairing-Token")
        guard let token = values.first, !token.isEmpty else { throw ServiceError(.pairingTokenMissing) }
        guard values.count == 1, Base64URL.decode(token)?.count == 32 else { throw ServiceError(.pairingTokenInvalid) }
        return SHA256.hash(Array(token.utf8))
    }
}
