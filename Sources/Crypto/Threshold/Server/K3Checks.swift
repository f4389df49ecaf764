/// The checks of one slot's K3, in two halves around the check of N itself.
struct K3Checks {
    private let k3: K3Slot
    private let context: KeyGenerationContext
    private let ssid: [UInt8]
    private let Q1: Point
    private let Q2: Point
    private let modulusProof: ModulusProof
    private let smallFactorProof: SmallFactorProof
    private let discreteLogProof: DiscreteLogProof

    /// Steps 1 to 5: shapes, commitment, point, reflection, proof of x1.
    init(
        _ k3: K3Slot, k1: K1Slot, context: KeyGenerationContext, Q2: Point
    ) throws(CryptoError) {
        try self.init(k3, context: context, Q2: Q2) { () throws(CryptoError) in
            let commitment = KeyGenerationContext.commitment(
                suite: context.suite.number, slot: k3.slot, nonceP1: k1.nonce, Q1: k3.Q1, opening: k3.opening
            ).digest
            guard holds("KG_COMMITMENT/slot", k3.slot == k1.slot),
                holds("KG_COMMITMENT/opening", ConstantTime.equal(commitment, k1.commitment))
            else { throw CryptoError("KG_COMMITMENT", "the opening does not fit the commitment of K1") }
        }
    }

    /// The same for K3' of a refresh, which opens nothing: its Q1' is delta·Q1, and that has been checked.
    init(renewing k3: K3Slot, context: KeyGenerationContext, Q2: Point) throws(CryptoError) {
        try self.init(k3, context: context, Q2: Q2) {}
    }

    private init(
        _ k3: K3Slot, context: KeyGenerationContext, Q2: Point, opens: () throws(CryptoError) -> Void
    ) throws(CryptoError) {
        let suite = context.suite
        try Self.checkWidths(k3, suite)
        guard (try? SchnorrProof(decoding: k3.proof)) != nil else { throw CryptoError("DL_KG_Q1") }
        self.modulusProof = try ModulusProof(decoding: k3.modulusProof, suite: suite)
        self.smallFactorProof = try SmallFactorProof(decoding: k3.smallFactorProof, suite: suite)
        self.discreteLogProof = try DiscreteLogProof(decoding: k3.discreteLogProof, suite: suite)

        try opens()
        guard let Q1 = try? Point(encoding: k3.Q1) else { throw CryptoError("Q1_POINT") }
        guard holds("Q1_REFLECTION", !Q1.equalsUpToSign(Q2)) else { throw CryptoError("Q1_REFLECTION", "Q1 = ±Q2") }
        self.ssid = context.ssid
        try SchnorrProof.check(k3.proof, context.proofOfQ1(k3.Q1))
        self.k3 = k3
        self.context = context
        self.Q1 = Q1
        self.Q2 = Q2
    }

    private static func checkWidths(_ k3: K3Slot, _ suite: Suite) throws(CryptoError) {
        guard holds("K3_ENCODING/Q1", k3.Q1.count == Point.byteCount),
            holds("K3_ENCODING/Q", k3.Q.count == Point.byteCount), holds("K3_ENCODING/opening", k3.opening.count == 32),
            holds("K3_ENCODING/ratchetNext", k3.ratchetNext.count == 32)
        else { throw CryptoError("K3_ENCODING", "Q1, Q, opening or ratchetNext has another width") }
        try PaillierModulus.checkWidth(k3.N, suite: suite)
        guard holds("CKEY_ENCODING", k3.ckey.count == suite.n2) else {
            throw CryptoError("CKEY_ENCODING", "ckey has \(suite.n2) bytes")
        }
    }

    /// Steps 7 to 12, after N has passed step 6.
    func finish(
        N: borrowing Integer, x2: borrowing Scalar, parameters: RingPedersenParameters, modulusSeen: ([UInt8]) -> Bool,
        slices: some ComputeSlices
    ) throws(CryptoError) -> ServerKeyGeneration.VerifiedKey {
        let modulusHash = try proofs(N: N, parameters: parameters, modulusSeen: modulusSeen, slices: slices)
        guard let Q = Q1.times(x2), holds("Q_MISMATCH", Q.encoding == k3.Q) else {
            throw CryptoError("Q_MISMATCH", "Q is not x2·Q1")
        }
        return .init(
            Q: Q, Q1: Q1, Q2: Q2, N: k3.N, ckey: k3.ckey, ratchet: k3.ratchetNext, modulusHash: modulusHash,
            transcript: k3.tlv)
    }

    /// Steps 7 to 11, which need no secret.
    /// - Returns: SHA-256(N)
    func proofs(
        N: borrowing Integer, parameters: RingPedersenParameters, modulusSeen: ([UInt8]) -> Bool,
        slices: some ComputeSlices
    ) throws(CryptoError) -> [UInt8] {
        guard holds("PARAMETERS_HASH/server", parameters.parametersHash == context.parametersHash),
            holds("PARAMETERS_HASH/server-suite", parameters.suite == context.suite)
        else {
            throw CryptoError("PARAMETERS_HASH", "the parameter set is not the one of this enrolment")
        }
        let key = try PaillierPublicKey(N: N, suite: context.suite)
        do { _ = try key.decodeCiphertext(k3.ckey) } catch {
            throw CryptoError(error.code == "C_COPRIME" ? "CKEY_COPRIME" : "CKEY_RANGE", error.reason)
        }
        let modulusHash = SHA256.hash(k3.N)
        guard holds("N_SEEN", !modulusSeen(modulusHash)) else {
            throw CryptoError("N_SEEN", "this N belongs to another key")
        }
        try slices.run { () throws(CryptoError) in
            try smallFactorProof.verify(ssid: ssid, key: key, parameters: parameters)
        }
        try discreteLogProof.verify(
            .init(ssid: ssid, key: key, ckey: k3.ckey, Q1: k3.Q1, parameters: parameters), slices: slices)
        try modulusProof.verify(ssid: ssid, key: key, slices: slices)
        return modulusHash
    }
}
