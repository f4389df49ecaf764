@_spi(Deterministic) import Crypto
import Wire

/// Recomputes one slot of a key generation, message by message.
struct KeyGenerationSlot {
    private let vector: VectorNode
    private let index: Int
    private let suite: Suite
    private let core: VectorCoreKey
    private let parameters: RingPedersenParameters
    private let secret: VectorNode
    private let transcripts: VectorNode

    init(
        _ vector: VectorNode, index: Int, suite: Suite, core: VectorCoreKey, parameters: RingPedersenParameters
    ) throws(CryptoError) {
        self.vector = vector
        self.index = index
        self.suite = suite
        self.core = core
        self.parameters = parameters
        self.secret = try vector["secret"]["slots"].element(index)
        self.transcripts = try vector["transcripts"]["slots"].element(index)
    }

    private func message(_ name: String) throws(CryptoError) -> VectorNode {
        try vector[name]["slots"].element(index)
    }

    func recompute() throws(CryptoError) {
        let node = try message("K1")
        let slot = try VectorMessages.slot(node["slot"])
        let phone = try PhoneKeyGeneration(
            suite: suite, slot: slot, x1: secret["x1"].scalar(), nonce: node["nonce"].bytes(),
            opening: secret["opening"].bytes())
        let k1 = phone.k1
        try node["suite"].equals(suite.number)
        try node["commitment"].equals(phone.k1.commitment)
        try transcripts["commitment"].equals(commitment(phone.k1))
        _ = try ServerKeyGeneration.check(phone.k1)

        let context = try VectorMessages.context(vector, index: index, suite: suite, parameters: parameters)
        try transcripts["ssid"].equals(context.transcript)
        let k2 = try recomputeK2(context)
        let accepted = try phone.accept(
            k2, head: VectorMessages.head(vector["K2"]["head"]), parameters: parameters, core: core.key.verifyingKey)
        let nonce = try SchnorrProof.nonce(
            statement(.keyGenerationQ1, context, .phone, Q1()), secret: secret["x1"].scalar(),
            salt: secret["random64P1"].bytes())
        try secret["schnorrNonceP1"].equals(nonce)
        let completed = try phone.complete(
            accepted, paillier: paillier(), parameters: parameters, randomness: randomness())
        try compareK3(completed.k3)
        try recomputeK4(context, k3: completed.k3)
        try verifyAsServer(completed.k3, k1: k1, context: context)
    }

    private func statement(
        _ purpose: SchnorrPurpose, _ context: KeyGenerationContext, _ role: Role, _ X: [UInt8]
    ) -> SchnorrProof.Statement {
        SchnorrProof.Statement(purpose, ssid: context.ssid, role: role, points: [X], X: X)
    }

    private func Q1() throws(CryptoError) -> [UInt8] {
        Point.generator(times: try secret["x1"].scalar())?.encoding ?? []
    }

    private func commitment(_ k1: K1Slot) throws(CryptoError) -> Transcript {
        KeyGenerationContext.commitment(
            suite: suite.number, slot: k1.slot, nonceP1: k1.nonce, Q1: try Q1(), opening: try secret["opening"].bytes())
    }

    // MARK: K2

    private func recomputeK2(_ context: KeyGenerationContext) throws(CryptoError) -> K2Slot {
        let node = try message("K2")
        let expiresAt = try VectorMessages.time(vector["K2"]["head"]["expiresAt"])
        let x2 = try secret["x2"].scalar()
        let salt = try secret["random64P2"].bytes()
        let nonceNode = try secret["coreNonceK2"]
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (digest) throws(CryptoError) in
            try core.sign(digest, nonce: nonceNode)
        }
        let k2 = try ServerKeyGeneration.k2(context: context, x2: x2, salt: salt, expiresAt: expiresAt, sign: sign)
        try node["slot"].equals(text: k2.slot.rawValue)
        try node["keyId"].equals(text: k2.keyId)
        try node["nonce"].equals(k2.nonce)
        try node["Q2"].equals(k2.Q2)
        try node["proof"].equals(k2.proof)
        try node["signature"].equals(k2.signature)
        let nonce = try SchnorrProof.nonce(statement(.keyGenerationQ2, context, .server, k2.Q2), secret: x2, salt: salt)
        try secret["schnorrNonceP2"].equals(nonce)
        try transcripts["K2"].equals(context.k2Transcript(Q2: k2.Q2, proof: k2.proof, expiresAt: expiresAt))
        return k2
    }

    // MARK: K3

    private func paillier() throws(CryptoError) -> PaillierSecretKey {
        try PaillierSecretKey(p: secret["p"].wideInteger(), q: secret["q"].wideInteger(), suite: suite)
    }

    private func randomness() throws(CryptoError) -> PhoneKeyGeneration.K3Randomness {
        PhoneKeyGeneration.K3Randomness(
            rk: try secret["rk"].wideInteger(atMost: suite.n), w: try secret["w"].wideInteger(atMost: suite.n),
            salt: try secret["random64P1"].bytes(),
            smallFactor: try SmallFactorFamily.masks(secret["smallFactorMasks"]),
            discreteLog: try DiscreteLogFamily.masks(secret["discreteLogMasks"]),
            ratchetToken: try secret["ratchetToken"].bytes())
    }

    private func compareK3(_ k3: K3Slot) throws(CryptoError) {
        let node = try message("K3")
        try node["slot"].equals(text: k3.slot.rawValue)
        try node["Q1"].equals(k3.Q1)
        try node["opening"].equals(k3.opening)
        try node["proof"].equals(k3.proof)
        try node["N"].equals(k3.N)
        try node["ckey"].equals(k3.ckey)
        try node["modulusProof"].equals(k3.modulusProof)
        try node["smallFactorProof"].equals(k3.smallFactorProof)
        try node["discreteLogProof"].equals(k3.discreteLogProof)
        try node["Q"].equals(k3.Q)
        try node["ratchetNext"].equals(k3.ratchetNext)
        try transcripts["K3"]["sha256"].equals(SHA256.hash(k3.tlv))
    }

    private func verifyAsServer(
        _ k3: K3Slot, k1: K1Slot, context: KeyGenerationContext
    ) throws(CryptoError) {
        let verified = try ServerKeyGeneration.complete(
            k3, k1: k1, context: context, x2: secret["x2"].scalar(), parameters: parameters,
            modulusSeen: { _ in false }, millerRabinBase: Integer(2))
        vector.require(verified.Q.encoding == k3.Q, "the two parties have different keys")
    }

    // MARK: K4

    private func recomputeK4(_ context: KeyGenerationContext, k3: K3Slot) throws(CryptoError) {
        let node = try message("K4")
        let leaf = try node["certificate"].bytes()
        let transcript = context.k4Transcript(
            k3: k3.tlv, leaf: leaf, chain: try node["chain"].byteLists(),
            deviceToken: try vector["K4"]["deviceToken"].text())
        try transcripts["K4"].equals(transcript)
        try node["slot"].equals(text: context.slot.rawValue)
        try node["certificateLevel"].equals(text: "QUALIFIED")
        try node["signature"].equals(core.sign(transcript.digest, nonce: secret["coreNonceK4"]))
        let head = try vector["K2"]["head"]
        let name = try head["givenName"].text() + " " + head["surname"].text()
        try head["givenName"].require(contains(leaf, Array(name.utf8)), "and surname are not in the certificate")
        try node["certificate"].require(contains(leaf, k3.Q), "does not certify Q")
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard part.count <= bytes.count else { return false }
        return (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
    }
}
