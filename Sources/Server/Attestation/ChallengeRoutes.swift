import Crypto
import Glibc
import Wire

/// `GET /attestation/challenge`: a fresh single-use nonce, limited by address.
public struct ChallengeRoutes: Sendable {
    private let nonces: ChallengeNonce
    private let limits: RateLimits
    private let random = SystemRandom()

    init(nonces: ChallengeNonce, limits: RateLimits) {
        self.nonces = nonces
        self.limits = limits
    }

    public var routes: [Route] {
        [Route("GET", "/attestation/challenge") { call throws(ServiceError) in .respond(try answer(call)) }]
    }

    private func answer(_ call: Call) throws(ServiceError) -> HTTPResponse {
        try limits.challengeByAddress.require(call.context)
        let nonce = nonces.issue(nowSeconds: Int64(time(nil)), random: random)
        return .json { w in
            w.member("nonce", nonce)
            w.member("expiresIn", Int(ChallengeNonce.lifetimeSeconds))
        }
    }
}
