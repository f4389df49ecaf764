/// P1's half of key generation for one slot: K1, then K2 → K3, then K4 (threshold-ecdsa A.3, wire appendix §7).
public struct PhoneKeyGeneration: ~Copyable {
    public let suite: Suite
    public let slot: Slot
    public let k1: K1Slot
    let x1: Scalar
    let Q1: Point
    let opening: [UInt8]

    /// Draws x1 and commits to Q1.
    /// - Throws: `Q1_POINT` when x1 is zero, which the generator's share never is.
    public init(suite: Suite, slot: Slot, random: some RandomSource) throws(CryptoError) {
        try self.init(
            suite: suite, slot: slot, x1: .random(from: random), nonce: fresh(32, from: random),
            opening: fresh(32, from: random))
    }

    /// The same with known values.
    /// - Throws: `Q1_POINT` when x1 is zero
    @_spi(Deterministic)
    public init(
        suite: Suite, slot: Slot, x1: consuming Scalar, nonce: [UInt8], opening: [UInt8]
    ) throws(CryptoError) {
        guard let Q1 = Point.generator(times: x1) else { throw CryptoError("Q1_POINT", "x1 is zero") }
        self.suite = suite
        self.slot = slot
        self.x1 = x1
        self.Q1 = Q1
        self.opening = opening
        let commitment = KeyGenerationContext.commitment(
            suite: suite.number, slot: slot, nonceP1: nonce, Q1: Q1.encoding, opening: opening
        ).digest
        self.k1 = K1Slot(slot: slot, suite: suite.number, nonce: nonce, commitment: commitment)
    }

    /// What travels once per enrolment beside the slots of K2.
    public struct Head: Sendable {
        public let enrolmentId: String
        public let documentNumber: String
        /// Unix seconds
        public let expiresAt: UInt64
        /// 32 bytes
        public let parametersHash: [UInt8]

        public init(enrolmentId: String, documentNumber: String, expiresAt: UInt64, parametersHash: [UInt8]) {
            self.enrolmentId = enrolmentId
            self.documentNumber = documentNumber
            self.expiresAt = expiresAt
            self.parametersHash = parametersHash
        }
    }

    /// Checks K2 of this slot.
    /// - Parameters:
    ///   - parameters: the pinned set
    ///   - core: the pinned core key
    /// - Throws: `K2_ENCODING`, `PARAMETERS_HASH`, `K2_SIGNATURE`, `Q2_POINT`, `DL_KG_Q2`, in this order.
    public func accept(
        _ k2: K2Slot, head: Head, parameters: RingPedersenParameters, core: CoreVerifyingKey
    ) throws(CryptoError) -> AcceptedK2 {
        guard holds("K2_ENCODING/slot", k2.slot == slot), holds("K2_ENCODING/nonce", k2.nonce.count == 32),
            holds("K2_ENCODING/Q2", k2.Q2.count == Point.byteCount), holds("K2_ENCODING/proof", k2.proof.count == 120)
        else {
            throw CryptoError("K2_ENCODING", "slot order or a width differs")
        }
        guard holds("PARAMETERS_HASH/phone", head.parametersHash == parameters.parametersHash),
            holds("PARAMETERS_HASH/phone-suite", parameters.suite == suite)
        else {
            throw CryptoError("PARAMETERS_HASH", "the parameter set is not the pinned one")
        }
        let context = KeyGenerationContext(
            enrolmentId: head.enrolmentId, documentNumber: head.documentNumber, slot: slot, suite: suite,
            nonceP1: k1.nonce, nonceP2: k2.nonce, parametersHash: head.parametersHash, keyId: k2.keyId)
        let digest = context.k2Transcript(Q2: k2.Q2, proof: k2.proof, expiresAt: head.expiresAt).digest
        try core.verify(k2.signature, digest: digest, code: "K2_SIGNATURE")
        guard let Q2 = try? Point(encoding: k2.Q2) else { throw CryptoError("Q2_POINT") }
        try SchnorrProof.check(k2.proof, context.proofOfQ2(k2.Q2))
        guard let Q = Q2.times(x1) else { throw CryptoError("Q2_POINT") }
        return AcceptedK2(context: context, Q: Q)
    }

    /// A K2 that the phone believes.
    public struct AcceptedK2: Sendable {
        public let context: KeyGenerationContext
        /// The joint public key x1·Q2.
        public let Q: Point
    }
}

extension KeyGenerationContext {
    /// The phone's check of K4; the certificate's own checks (SPKI = Q, chain, usage) follow.
    /// - Throws: `K4_SIGNATURE`.
    public func verifyK4(
        signature: [UInt8], k3: [UInt8], leaf: [UInt8], chain: [[UInt8]], deviceToken: String, core: CoreVerifyingKey
    ) throws(CryptoError) {
        let digest = k4Transcript(k3: k3, leaf: leaf, chain: chain, deviceToken: deviceToken).digest
        try core.verify(signature, digest: digest, code: "K4_SIGNATURE")
    }
}
