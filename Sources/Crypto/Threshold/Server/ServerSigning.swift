/// P2's half of signing: S1 → S2, S3 → S4, S5 (Lindell, J. Cryptology 2021; threshold-ecdsa A.4). Pure steps over
/// values: the caller consumes the attempt durably between `verify` and `answer`.
public enum ServerSigning {
    // MARK: S1 → S2

    /// The answer to S1 and the nonce that must not leave this process.
    public struct Committed: ~Copyable {
        public let nonce: SigningNonce
        public let s2: S2

        /// Gives the nonce away to be kept.
        public consuming func takeNonce() -> SigningNonce { nonce }
    }

    /// - Throws: `S1_ENCODING` unless both members have 32 bytes.
    public static func check(_ s1: S1) throws(CryptoError) {
        guard holds("S1_ENCODING/nonce", s1.nonce.count == 32),
            holds("S1_ENCODING/commitment", s1.commitment.count == 32)
        else {
            throw CryptoError("S1_ENCODING", "nonce and commitment have 32 bytes")
        }
    }

    /// Draws k2 after the phone's commitment to R1 is fixed.
    /// - Parameters:
    ///   - signCounter: assigned in the transaction that stores the attempt
    /// - Throws: `S1_ENCODING` unless both members of S1 have 32 bytes; `SCHNORR_NONCE` when k2 or a nonce comes out as
    ///   0, once in 2^256. Nothing has been given away then.
    public static func commit(
        _ s1: S1, context: SigningContext, signCounter: UInt64, x2: borrowing Scalar, core: CoreKey,
        random: some RandomSource
    ) throws(CryptoError) -> Committed {
        try check(s1)
        let sid1 = context.sid1Transcript(nonceP1: s1.nonce).digest
        let nonce = try SigningNonce(
            x2: x2, sid1: sid1, commitment: s1.commitment, digest: context.digest, random: random)
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (d) throws(CryptoError) in
            try core.sign(d, random: random)
        }
        return try commit(
            s1, context: context, signCounter: signCounter, x2: x2, nonce: nonce, nonceP2: fresh(32, from: random),
            salt: fresh(64, from: random), sign: sign)
    }

    /// The same with known values; S1 is not checked.
    /// - Throws: `SCHNORR_NONCE`; what `sign` throws
    @_spi(Deterministic)
    public static func commit(
        _ s1: S1, context: SigningContext, signCounter: UInt64, x2: borrowing Scalar, nonce: consuming SigningNonce,
        nonceP2: [UInt8], salt: [UInt8], sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> Committed {
        let sid1 = context.sid1Transcript(nonceP1: s1.nonce).digest
        let ssid = SigningContext.ssidTranscript(
            sid1: sid1, commitment: s1.commitment, signCounter: signCounter, nonceP2: nonceP2
        ).digest
        let R2 = nonce.R2.encoding
        // The Schnorr nonce is hedged with x2, which is stronger than k2 when the generator is bad.
        let statement = SigningContext.proofOfR2(ssid: ssid, R2: R2)
        let a = try SchnorrProof.nonce(statement, secret: x2, salt: salt)
        let proof = try SchnorrProof.prove(statement, secret: nonce.k2, nonce: a).encoding
        let signature = try sign(SigningContext.s2Transcript(ssid: ssid, R2: R2, proof: proof).digest)
        let s2 = S2(
            attempt: ssid, keyId: context.keyId, epoch: context.epoch, signCounter: signCounter,
            digest: context.digest, nonce: nonceP2, R2: R2, proof: proof, signature: signature)
        return Committed(nonce: nonce, s2: s2)
    }

    // MARK: S3 → S4

    /// The attempt as it was stored at commit.
    public struct Attempt: Sendable {
        public let context: SigningContext
        public let s1: S1
        /// 32 bytes
        public let ssid: [UInt8]

        public init(context: SigningContext, s1: S1, ssid: [UInt8]) {
            self.context = context
            self.s1 = s1
            self.ssid = ssid
        }
    }

    /// An S3 that has passed every check; nothing has been released yet.
    public struct VerifiedS3: Sendable {
        let R1: Point
        /// The signature's r, 32 bytes.
        public let r: [UInt8]
        public let ratchet: Ratchet
    }

    /// Checks S3 in the order of wire appendix §8.
    /// - Throws: `S3_ENCODING`, `SIGNING_RESTART`, `DIGEST_MISMATCH`, `SG_COMMITMENT`, `R1_POINT`, `R1_REFLECTION`,
    ///   `DL_SG_R1`, `DL_SG_Q1`, `RATCHET_ENCODING`, `RATCHET_CLONE`, `RATCHET_UNKNOWN`, `R_ZERO`.
    public static func verify(
        _ s3: S3, attempt: Attempt, nonce: borrowing SigningNonce, ratchet: Ratchet
    ) throws(CryptoError) -> VerifiedS3 {
        let context = attempt.context
        try checkEncoding(s3, current: attempt.ssid)
        guard holds("DIGEST_MISMATCH/server", s3.digest == context.digest) else {
            throw CryptoError("DIGEST_MISMATCH", "S3 names another digest")
        }
        let sid1 = context.sid1Transcript(nonceP1: attempt.s1.nonce).digest
        let commitment = SigningContext.commitmentTranscript(sid1: sid1, R1: s3.R1, opening: s3.opening).digest
        guard holds("SG_COMMITMENT", ConstantTime.equal(commitment, attempt.s1.commitment)) else {
            throw CryptoError("SG_COMMITMENT", "the opening does not fit the commitment of S1")
        }
        guard let R1 = try? Point(encoding: s3.R1) else { throw CryptoError("R1_POINT") }
        guard holds("R1_REFLECTION", !R1.equalsUpToSign(nonce.R2)) else {
            throw CryptoError("R1_REFLECTION", "R1 = ±R2")
        }
        let R2 = nonce.R2.encoding
        try SchnorrProof.check(s3.proof, context.proofOfR1(ssid: attempt.ssid, R1: s3.R1, R2: R2))
        try SchnorrProof.check(s3.shareProof, context.proofOfQ1(ssid: attempt.ssid, R1: s3.R1, R2: R2))
        let advanced = try ratchet.advanced(
            candidates: s3.ratchet, next: s3.ratchetNext, keyId: context.keyId)
        guard let R = R1.times(nonce.k2) else { throw CryptoError("R_ZERO") }
        let r = R.xModOrder
        guard holds("R_ZERO", !r.isZero) else { throw CryptoError("R_ZERO") }
        return VerifiedS3(R1: R1, r: r.bytes, ratchet: advanced)
    }

    private static func checkEncoding(_ s3: S3, current: [UInt8]) throws(CryptoError) {
        guard holds("S3_ENCODING/attempt", s3.attempt.count == 32) else {
            throw CryptoError("S3_ENCODING", "attempt has 32 bytes")
        }
        guard holds("SIGNING_RESTART/prove", s3.attempt == current) else {
            throw CryptoError("SIGNING_RESTART", "not the current attempt")
        }
        guard holds("S3_ENCODING/R1", s3.R1.count == Point.byteCount),
            holds("S3_ENCODING/opening", s3.opening.count == 32), holds("S3_ENCODING/digest", s3.digest.count == 32),
            holds("S3_ENCODING/proof", s3.proof.count == 120),
            holds("S3_ENCODING/shareProof", s3.shareProof.count == 120)
        else { throw CryptoError("S3_ENCODING", "a member has another width") }
    }

    // MARK: S5

    /// Checks the assembled signature under the server's own r and digest.
    /// - Parameters:
    ///   - ssid: the attempt, 32 bytes
    ///   - r: as stored at prove, 32 bytes
    /// - Throws: `S5_ENCODING`, `SIGNING_RESTART`, `R_MISMATCH`, `S_RANGE`, `S_NOT_LOW`, `SIGNATURE_INVALID`.
    public static func finish(
        _ s5: S5, ssid: [UInt8], r: [UInt8], digest: [UInt8], Q: Point
    ) throws(CryptoError) {
        guard holds("S5_ENCODING/attempt", s5.attempt.count == 32) else {
            throw CryptoError("S5_ENCODING", "attempt has 32 bytes")
        }
        guard holds("SIGNING_RESTART/finish", s5.attempt == ssid) else {
            throw CryptoError("SIGNING_RESTART", "not the current attempt")
        }
        guard holds("S5_ENCODING/r", s5.r.count == 32), holds("S5_ENCODING/s", s5.s.count == 32) else {
            throw CryptoError("S5_ENCODING", "r and s have 32 bytes")
        }
        guard holds("R_MISMATCH", s5.r == r) else { throw CryptoError("R_MISMATCH", "r is not the r of this attempt") }
        guard let s = try? Scalar(bytes: s5.s), holds("S_RANGE", !s.isZero) else {
            throw CryptoError("S_RANGE", "s is not in [1, q−1]")
        }
        guard holds("S_NOT_LOW", s.isLow) else { throw CryptoError("S_NOT_LOW", "s is above (q−1)/2") }
        guard holds("SIGNATURE_INVALID", ECDSA.isValid(r: s5.r, s: s5.s, digest: digest, publicKey: Q)) else {
            throw CryptoError("SIGNATURE_INVALID", "the signature does not verify")
        }
    }

    /// Checks the report that a signed c3 gave no signature.
    /// - Throws: `DL_C3_INVALID`.
    public static func checkC3Invalid(
        proof: [UInt8], ssid: [UInt8], c3: [UInt8], context: SigningContext
    ) throws(CryptoError) {
        try SchnorrProof.check(proof, context.proofOfC3Invalid(ssid: ssid, c3: c3))
    }
}
