import Crypto

/// Both halves of a fresh key, made without the proofs of key generation, which a signature does not need.
///
/// ckey's own randomness is a square modulo N: a quadratic symbol of c3 is then that of rr alone (`RandomnessBench`).
/// Nothing else about a signature depends on it.
final class SigningHalves {
    let server: SigningServer
    let phone: SigningPhone
    let key: StoredKey
    /// The factors of N, which the phone knows.
    let p: Integer
    let q: Integer

    /// - Parameter check: computes c3 twice; nil: once
    static func make(suite: Suite, kernel: ModularKernel, check: FaultCheck?) throws(BenchError) -> SigningHalves {
        try BenchError.checking { () throws(CryptoError) in
            try SigningHalves(suite, kernel: kernel, check: check, random: SystemRandom())
        }
    }

    private init(
        _ suite: Suite, kernel: ModularKernel, check: FaultCheck?, random: SystemRandom
    ) throws(CryptoError) {
        let x1 = Scalar.random(from: random), x2 = Scalar.random(from: random)
        let paillier = try PaillierSecretKey.generate(suite, random: random)
        let publicKey = paillier.publicKey
        let root = Integer.randomUnit(modulo: publicKey.N.value, from: random)
        let square = (root * root).modulo(publicKey.N.value)
        let ckey = publicKey.encrypt(x1.integer, randomness: square).bytes(width: suite.n2)
        guard let Q1 = Point.generator(times: x1), let Q = Q1.times(x2) else { throw CryptoError("Q1_POINT") }
        let core = try CoreKey(secret: CoreKey.generate(random: random))
        key = StoredKey(
            suite: suite, keyId: "3f2b6c1e-0d54-4a8e-9f0a-6f2d1f0c7b11", epoch: 1, Q: Q.encoding, Q1: Q1.encoding,
            N: publicKey.encodedN, ckey: ckey, kernel: kernel)
        p = paillier.p.duplicate()
        q = paillier.q.duplicate()
        let token = [UInt8](repeating: 7, count: 32)
        let ratchet = Ratchet(current: Ratchet.hash(token: token, keyId: key.keyId), history: [])
        let share = try PhoneShare(x1: x1, paillier: paillier, Q: Q, ckey: ckey)
        server = SigningServer(key: key, x2: x2.secretBytes, core: core, ratchet: ratchet, check: check)
        phone = SigningPhone(key: key, share: share, core: core.verifyingKey, token: token)
    }
}
