@_spi(Deterministic) import Crypto

/// One signature, S1 to S5, with given nonces; each step when it is asked for.
struct SigningRun: ~Copyable {
    let key: EnrolledKey
    let m: Int
    let random: SeededSource
    let phone: PhoneSigning
    let accepted: PhoneSigning.AcceptedS2
    let attempt: ServerSigning.Attempt
    let nonce: SigningNonce
    let k2: Int
    let s2: S2
    let s3: S3

    /// S1 to S3.
    init(_ key: EnrolledKey, k1: Int, k2: Int, m: Int, random: SeededSource) throws(CryptoError) {
        let context = try key.signingContext(digest: Value.digest(m))
        let phone = try PhoneSigning(
            context: context, k1: Value.scalar(k1), nonce: random.bytes(32), opening: random.bytes(32))
        let s1 = phone.s1, core = key.core
        let committed = try retried { () throws(CryptoError) in
            try ServerSigning.commit(
                s1, context: context, signCounter: 7, x2: key.serverShare,
                nonce: SigningNonce(k2: Value.scalar(k2)), nonceP2: random.bytes(32), salt: random.bytes(64)
            ) { (digest) throws(CryptoError) in try core.sign(digest, random: random) }
        }
        let accepted = try phone.accept(committed.s2, lastSignCounter: 6, core: key.core.verifyingKey)
        self.s3 = try Self.prove(phone, accepted, key, random)
        self.key = key
        self.m = m
        self.random = random
        self.accepted = accepted
        self.attempt = ServerSigning.Attempt(context: context, s1: s1, ssid: committed.s2.attempt)
        self.s2 = committed.s2
        self.k2 = k2
        self.nonce = committed.takeNonce()
        self.phone = phone
    }

    private static func prove(
        _ phone: borrowing PhoneSigning, _ accepted: PhoneSigning.AcceptedS2, _ key: EnrolledKey, _ random: SeededSource
    ) throws(CryptoError) -> S3 {
        let next = Ratchet.hash(token: random.bytes(32), keyId: key.context.keyId)
        while true {
            do {
                return try phone.prove(
                    accepted, x1: key.share.x1, ratchet: [key.token], ratchetNext: next, random: random)
            } catch {
                guard error.code == "SCHNORR_NONCE" else { throw error }
            }
        }
    }

    func verify(_ s3: S3) throws(CryptoError) -> ServerSigning.VerifiedS3 {
        try ServerSigning.verify(
            s3, attempt: attempt, nonce: nonce, ratchet: Ratchet(current: key.k3.ratchetNext, history: []))
    }

    /// S4, with noise made ahead or joint.
    func answer(_ verified: ServerSigning.VerifiedS3, ahead: Bool) throws(CryptoError) -> S4 {
        let s3 = self.s3, attempt = self.attempt, key = self.key, random = self.random, k2 = self.k2
        return try retried { () throws(CryptoError) in
            try ServerSigning.answer(
                s3, verified, attempt: attempt, nonce: SigningNonce(k2: Value.scalar(k2)), x2: key.serverShare,
                key: key.paillier, noise: ahead ? PreparedNoise(key: key.paillier, random: random) : nil,
                core: key.core, random: random)
        }
    }

    func finish(_ s4: S4) throws(CryptoError) -> S5 {
        try phone.finish(s4, accepted, s3: s3, share: key.share, core: key.core.verifyingKey)
    }

    func serverReceives(_ s5: S5, r: [UInt8]) throws(CryptoError) {
        try ServerSigning.finish(
            s5, ssid: attempt.ssid, r: r, digest: attempt.context.digest, Q: attempt.context.Q)
    }
}
