import Testing
import Vectors

@_spi(Deterministic) @testable import Crypto

/// rr has no structure that the reader of c3, who knows the factors of N, could see (threshold-ecdsa B26, E.3).
@Suite struct NoiseSymbolTests {
    private static let random = VectorRandom(seed: "randomness")

    /// With ckey's own randomness a square, the symbol of c3 modulo a factor is that of rr. Squares, or any rr with a
    /// symbol that is known, would show v modulo 2 to a phone whose ckey has another one.
    @Test(arguments: [true, false]) func symbolsOfC3AreThoseOfAFairCoin(isAhead: Bool) throws {
        let run = try SigningFixture("randomness/c3", digest: [UInt8](repeating: 2, count: 32))
        let stream = Self.random.stream("c3/\(isAhead)")
        let key = try PaillierPublicKey(N: Integer(bytes: run.key.verified.N), suite: .suite1)
        let root = Integer.randomUnit(modulo: key.N.value, from: stream)
        let ckey = key.encrypt(run.key.share.x1.integer, randomness: (root * root).modulo(key.N.value))
        let context = try SigningContext(
            suite: .suite1, keyId: run.context.keyId, epoch: 1, Q: run.context.Q, Q1: run.context.Q1,
            N: run.context.N, ckey: ckey.bytes(width: Suite.suite1.n2), sessionId: "session", slot: .signature,
            scheme: .rawDigest, digest: run.context.digest)
        let attempt = ServerSigning.Attempt(context: context, s1: run.phone.s1, ssid: run.attempt.ssid)
        var moduloP = 0, moduloQ = 0, equal = 0
        for _ in 0..<200 {
            let s4 = try ServerSigning.answer(
                run.s3, run.verified, attempt: attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
                x2: run.key.x2, key: key, noise: isAhead ? PreparedNoise(key: key, random: stream) : nil,
                core: run.key.core, random: stream)
            let c3 = Integer(bytes: s4.c3)
            let p = c3.jacobi(run.key.share.paillier.p), q = c3.jacobi(run.key.share.paillier.q)
            moduloP += p == 1 ? 1 : 0
            moduloQ += q == 1 ? 1 : 0
            equal += p == q ? 1 : 0
        }
        // 100, give or take three standard deviations.
        for count in [moduloP, moduloQ, equal] { #expect((79...121).contains(count), "\(count) of 200") }
    }
}
