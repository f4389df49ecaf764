@_spi(Deterministic) import Crypto

/// Published signatures with known d and k: split between the parties, the threshold run must give exactly them.
///
/// The vector holds the published facts alone; shares, keys and randomness are drawn from the file's seed.
enum KnownNonceFamily: VectorFamily {
    static let name = "known-nonce"
    static let explanation = "Published ECDSA signatures with known key and nonce, reproduced by two parties."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let d = try vector["d"].scalar(), k = try vector["k"].scalar()
        let digest = SHA256.hash(try vector["message"].bytes())
        try vector["digest"].equals(digest)
        guard let Q = Point.generator(times: d) else { throw try vector["d"].malformed("a scalar that is not zero") }
        try vector["Qx"].equals(Array(Q.encoding[1..<33]))
        try vector["Qy"].equals(Array(Q.encoding[33...]))
        guard let R = Point.generator(times: k) else { throw try vector["k"].malformed("a scalar that is not zero") }
        try vector["r"].equals(R.xModOrder)
        let signature = try run(
            label: "known-nonce/" + vector["id"].text(), d: d, k: k, Q: Q, digest: digest,
            random: VectorRandom(seed: seed))
        try vector["r"].equals(signature.r)
        let s = try vector["s"].scalar()
        let low = s.isLow ? s.bytes : s.negated().bytes
        let note = "differs from what the two parties sign, or from its negative"
        try vector["s"].require(low == signature.s, note)
        try receive(vector, step: "")
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let Q = try Point(encoding: [4] + vector["Qx"].bytes() + vector["Qy"].bytes())
        let valid = ECDSA.isValid(
            r: try vector["r"].bytes(), s: try vector["s"].bytes(), digest: try vector["digest"].bytes(), publicKey: Q)
        guard valid else { throw CryptoError("SIGNATURE_INVALID") }
    }

    /// One signing run of both parties with x1·x2 = d and k1·k2 = k.
    private static func run(
        label: String, d: borrowing Scalar, k: borrowing Scalar, Q: Point, digest: [UInt8], random: VectorRandom
    ) throws(CryptoError) -> S5 {
        let x1 = try random.scalar(label + "/x1"), k1 = try random.scalar(label + "/k1")
        let x2 = x1.inverse() * d, k2 = k1.inverse() * k
        let paillier = try PaillierSecretKey.generate(.suite1, random: random.stream("known-nonce/paillier"))
        let key = paillier.publicKey
        let source = random.stream(label)
        let rk = Integer.randomUnit(modulo: key.N.value, from: source)
        let ckey = key.encrypt(x1.integer, randomness: rk).bytes(width: Suite.suite1.n2)
        let share = try PhoneShare(x1: x1, paillier: paillier, Q: Q, ckey: ckey)
        let context = try SigningContext(
            suite: .suite1, keyId: "known-nonce", epoch: 1, Q: Q, Q1: share.Q1, N: key.encodedN, ckey: ckey,
            sessionId: "known-nonce", slot: .signature, scheme: .rawDigest, digest: digest)
        let core = try CoreKey(secret: CoreKey.generate(random: source))
        let phone = try PhoneSigning(
            context: context, k1: k1, nonce: random.bytes(label + "/nonceP1", 32),
            opening: random.bytes(label + "/opening", 32))
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (digest) throws(CryptoError) in
            try core.sign(digest, random: source)
        }
        let committed = try ServerSigning.commit(
            phone.s1, context: context, signCounter: 1, x2: x2, nonce: SigningNonce(k2: k2),
            nonceP2: random.bytes(label + "/nonceP2", 32), salt: random.bytes(label + "/salt", 64), sign: sign)
        let accepted = try phone.accept(committed.s2, lastSignCounter: 0, core: core.verifyingKey)
        let token = random.bytes(label + "/token", 32)
        let next = Ratchet.hash(token: random.bytes(label + "/next", 32), keyId: context.keyId)
        let s3 = try phone.prove(accepted, x1: share.x1, ratchet: [token], ratchetNext: next, random: source)
        let attempt = ServerSigning.Attempt(context: context, s1: phone.s1, ssid: committed.s2.attempt)
        let ratchet = Ratchet(current: Ratchet.hash(token: token, keyId: context.keyId), history: [])
        let nonce = committed.takeNonce()
        let verified = try ServerSigning.verify(s3, attempt: attempt, nonce: nonce, ratchet: ratchet)
        let s4 = try ServerSigning.answer(
            s3, verified, attempt: attempt, nonce: nonce, x2: x2, key: key, noise: nil, core: core, random: source)
        let s5 = try phone.finish(s4, accepted, s3: s3, share: share, core: core.verifyingKey)
        try ServerSigning.finish(s5, ssid: attempt.ssid, r: verified.r, digest: digest, Q: Q)
        return s5
    }
}
