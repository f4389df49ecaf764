import Crypto
import Glibc
import Wire

/// `GET /attestation/challenge`: a fresh single-use nonce, limited by address.
public struct ChallengeRoutes: Sendable {
    private let nonces: ChallengeNonce
    private let limiter = RateLimiter(perMinute: 120)
    private let random = SystemRandom()

    init(nonces: ChallengeNonce) { self.nonces = nonces }

    public var routes: [Route] {
        [Route("GET", "/attestation/challenge") { call throws(ServiceError) in .respond(try answer(call)) }]
    }

    private func answer(_ call: Call) throws(ServiceError) -> HTTPResponse {
        if let seconds = limiter.admit(call.context.client.description, now: call.context.now) {
            throw ServiceError(.rateLimited, retryAfterSeconds: seconds)
        }
        let nonce = nonces.issue(nowSeconds: Int64(time(nil)), random: random)
        return .json { w in
            w.member("nonce", nonce)
            w.member("expiresIn", Int(ChallengeNonce.lifetimeSeconds))
        }
    }
}
