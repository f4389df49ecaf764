/// P1's half of signing: S1, S2 → S3, S4 → S5 (threshold-ecdsa A.4, wire appendix §8).
public struct PhoneSigning: ~Copyable, Sendable {
    public let s1: S1
    public let context: SigningContext
    let k1: Scalar
    let R1: Point
    let opening: [UInt8]
    let sid1: [UInt8]

    /// Draws k1 and commits to R1. Needs no PIN: k1 comes from the generator alone.
    /// - Throws: `R1_POINT` when k1 is zero, which the generator's is not.
    public init(context: SigningContext, random: some RandomSource) throws(CryptoError) {
        try self.init(
            context: context, k1: .random(from: random), nonce: fresh(32, from: random),
            opening: fresh(32, from: random))
    }

    /// The same with known values.
    /// - Throws: `R1_POINT` when k1 is zero
    @_spi(Deterministic)
    public init(
        context: SigningContext, k1: consuming Scalar, nonce: [UInt8], opening: [UInt8]
    ) throws(CryptoError) {
        guard let R1 = Point.generator(times: k1) else { throw CryptoError("R1_POINT", "k1 is zero") }
        let sid1 = context.sid1Transcript(nonceP1: nonce).digest
        self.context = context
        self.k1 = k1
        self.R1 = R1
        self.opening = opening
        self.sid1 = sid1
        self.s1 = S1(
            nonce: nonce,
            commitment: SigningContext.commitmentTranscript(sid1: sid1, R1: R1.encoding, opening: opening).digest)
    }

    /// An S2 that the phone believes.
    public struct AcceptedS2: Sendable {
        public let ssid: [UInt8]
        public let R2: Point
        /// To be stored before S3 leaves.
        public let signCounter: UInt64
    }

    /// Checks S2. The signature comes first, over an ssid rebuilt from what was received, so that damage in transit is
    /// never taken for a statement of the server.
    /// - Parameters:
    ///   - lastSignCounter: the largest counter that this key has seen
    /// - Throws: `S2_ENCODING`, `S2_SIGNATURE`, `ATTEMPT_MISMATCH`, `EPOCH_MISMATCH`, `DIGEST_MISMATCH`,
    ///   `COUNTER_NOT_INCREASING`, `R2_POINT`, `DL_SG_R2`, in this order.
    public func accept(_ s2: S2, lastSignCounter: UInt64, core: CoreVerifyingKey) throws(CryptoError) -> AcceptedS2 {
        guard holds("S2_ENCODING/attempt", s2.attempt.count == 32), holds("S2_ENCODING/digest", s2.digest.count == 32),
            holds("S2_ENCODING/nonce", s2.nonce.count == 32), holds("S2_ENCODING/R2", s2.R2.count == Point.byteCount),
            holds("S2_ENCODING/proof", s2.proof.count == 120)
        else { throw CryptoError("S2_ENCODING", "a member has another width") }
        let ssid = rebuiltSSID(s2)
        let digest = SigningContext.s2Transcript(ssid: ssid, R2: s2.R2, proof: s2.proof).digest
        try core.verify(s2.signature, digest: digest, code: "S2_SIGNATURE")
        guard holds("ATTEMPT_MISMATCH", s2.attempt == ssid) else { throw CryptoError("ATTEMPT_MISMATCH") }
        guard holds("EPOCH_MISMATCH/key", s2.keyId == context.keyId),
            holds("EPOCH_MISMATCH/epoch", s2.epoch == context.epoch)
        else { throw CryptoError("EPOCH_MISMATCH") }
        guard holds("DIGEST_MISMATCH/phone", s2.digest == context.digest) else { throw CryptoError("DIGEST_MISMATCH") }
        guard holds("COUNTER_NOT_INCREASING", s2.signCounter > lastSignCounter) else {
            throw CryptoError("COUNTER_NOT_INCREASING")
        }
        guard let R2 = try? Point(encoding: s2.R2) else { throw CryptoError("R2_POINT") }
        try SchnorrProof.check(s2.proof, SigningContext.proofOfR2(ssid: ssid, R2: s2.R2))
        return AcceptedS2(ssid: ssid, R2: R2, signCounter: s2.signCounter)
    }

    private func rebuiltSSID(_ s2: S2) -> [UInt8] {
        let sid1 = SigningContext(
            anyScheme: context.suite, keyId: s2.keyId, epoch: s2.epoch, Q: context.Q, Q1: context.Q1, N: context.N,
            ckey: context.ckey, sessionId: context.sessionId, slot: context.slot, scheme: context.scheme,
            digest: s2.digest
        ).sid1Transcript(nonceP1: s1.nonce).digest
        return SigningContext.ssidTranscript(
            sid1: sid1, commitment: s1.commitment, signCounter: s2.signCounter, nonceP2: s2.nonce
        ).digest
    }

    /// Opens R1 and proves k1 and x1.
    /// - Parameters:
    ///   - ratchet: the candidates to send, newest first, without the new token
    ///   - ratchetNext: the hash of the new token, which the phone has stored already
    /// - Throws: `SCHNORR_NONCE` when a nonce comes out as 0, once in 2^256. What is wrong with S2 `accept` has said.
    public func prove(
        _ accepted: AcceptedS2, x1: borrowing Scalar, ratchet: [[UInt8]], ratchetNext: [UInt8],
        random: some RandomSource
    ) throws(CryptoError) -> S3 {
        try prove(
            accepted, x1: x1, ratchet: ratchet, ratchetNext: ratchetNext, saltR1: fresh(64, from: random),
            saltQ1: fresh(64, from: random))
    }

    /// The same with known salts of 64 bytes. Throws as above.
    @_spi(Deterministic)
    public func prove(
        _ accepted: AcceptedS2, x1: borrowing Scalar, ratchet: [[UInt8]], ratchetNext: [UInt8], saltR1: [UInt8],
        saltQ1: [UInt8]
    ) throws(CryptoError) -> S3 {
        let R1 = self.R1.encoding, R2 = accepted.R2.encoding
        // Both nonces are hedged with x1, which is there in S3 because the PIN is.
        let ofR1 = context.proofOfR1(ssid: accepted.ssid, R1: R1, R2: R2)
        let ofQ1 = context.proofOfQ1(ssid: accepted.ssid, R1: R1, R2: R2)
        let proof = try SchnorrProof.prove(
            ofR1, secret: k1, nonce: SchnorrProof.nonce(ofR1, secret: x1, salt: saltR1))
        let shareProof = try SchnorrProof.prove(
            ofQ1, secret: x1, nonce: SchnorrProof.nonce(ofQ1, secret: x1, salt: saltQ1))
        return S3(
            attempt: accepted.ssid, R1: R1, opening: opening, proof: proof.encoding, shareProof: shareProof.encoding,
            digest: context.digest, ratchet: ratchet, ratchetNext: ratchetNext)
    }

    /// Checks S4 and assembles the signature.
    /// - Throws: `C3_ENCODING` and `S4_SIGNATURE`: damage in transit, ask again; `C3_RANGE`, `C3_COPRIME`,
    ///   `C3_INVALID`: the server has signed a wrong c3, and the phone must lock this key for good and report it
    ///   (CVE-2023-33242).
    public func finish(
        _ s4: S4, _ accepted: AcceptedS2, s3: S3, share: borrowing PhoneShare, core: CoreVerifyingKey
    ) throws(CryptoError) -> S5 {
        let key = share.paillier.publicKey
        guard holds("C3_ENCODING", s4.c3.count == context.suite.n2) else { throw CryptoError("C3_ENCODING") }
        let digest = SigningContext.s4Transcript(
            ssid: accepted.ssid, R1: R1.encoding, R2: accepted.R2.encoding, ratchetNext: s3.ratchetNext, c3: s4.c3
        ).digest
        try core.verify(s4.signature, digest: digest, code: "S4_SIGNATURE")
        let c3: Integer
        do { c3 = try key.decodeCiphertext(s4.c3) } catch {
            throw CryptoError(error.code == "C_COPRIME" ? "C3_COPRIME" : "C3_RANGE", error.reason)
        }
        guard let R = accepted.R2.times(k1) else { throw CryptoError("C3_INVALID", "R is infinity") }
        let r = R.xModOrder.bytes
        let plaintext = share.paillier.decrypt(c3).secretModulo(CurveOrder.integer, bits: context.suite.modulusBits)
        let s = k1.inverse() * plaintext.secretBytes(width: 32).withUnsafeBytes { Scalar(reducing: $0) }
        let low = s.isLow ? s.bytes : s.negated().bytes
        guard holds("C3_INVALID", ECDSA.isValid(r: r, s: low, digest: context.digest, publicKey: context.Q)) else {
            throw CryptoError("C3_INVALID", "the assembled signature does not verify")
        }
        return S5(attempt: accepted.ssid, r: r, s: low)
    }
}
