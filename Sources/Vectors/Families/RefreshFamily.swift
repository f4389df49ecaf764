@_spi(Deterministic) import Crypto
import Wire

/// F1..F3 of one key: the two factors, the new halves, and what the two runs behind them sign.
enum RefreshFamily: VectorFamily {
    static let name = "refresh"
    static let explanation = "Whole refreshes: both halves of before, both factors, all three messages, both digests."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        try vector["parameters"]["parametersHash"].equals(parameters.parametersHash)
        let core = try VectorCoreKey(vector["coreKey"])
        try compareOldKey(vector)
        let phone = try self.phone(vector, suite)
        try compareF1(phone.f1, vector)
        let context = try self.context(vector, suite, parameters)
        try compareTranscripts(context, vector)
        let f2 = try recomputeF2(vector, context, core)
        let accepted = try phone.accept(
            f2, head: head(vector), parameters: parameters, core: core.key.verifyingKey)
        let completed = try phone.complete(
            accepted, x1: vector["secret"]["x1"].scalar(), Q: oldKey(vector).Q, paillier: paillier(vector, suite),
            parameters: parameters, randomness: randomness(vector, suite))
        try compareF3(completed.f3, completed.k3, context, vector)
        if vector.trace.isRecording { return }
        let renewed = try complete(vector, completed.f3, context, parameters)
        try compareAfter(renewed, completed.share.x1, vector)
        for step in ["P1:F2", "P2:F3"] { try receive(vector, step: step) }
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        switch step {
        case "P1:F2":
            let core = try CoreVerifyingKey(vector["coreKey"]["public"].point())
            let node = try vector["F2"]
            let f2 = F2(
                keyId: try node["keyId"].text(), epoch: try node["epoch"].u64(), nonce: try node["nonce"].bytes(),
                factor: try node["factor"].bytes(), signature: try node["signature"].bytes())
            _ = try phone(vector, suite).accept(f2, head: head(vector), parameters: parameters, core: core)
        case "P2:F3":
            _ = try complete(vector, f3(vector["F3"]), context(vector, suite, parameters), parameters)
        default: throw CryptoError("VECTOR_FORMAT", "unknown step \(step)")
        }
    }

    // MARK: Parts

    private static func phone(_ vector: VectorNode, _ suite: Suite) throws(CryptoError) -> PhoneRefresh {
        let node = try vector["F1"]
        return PhoneRefresh(
            slot: try VectorMessages.slot(node["slot"]), keyId: try vector["key"]["keyId"].text(),
            epoch: try node["epoch"].u64(), suite: suite, d1: try vector["secret"]["d1"].scalar(),
            nonce: try node["nonce"].bytes(), opening: try vector["secret"]["opening"].bytes())
    }

    private static func head(_ vector: VectorNode) throws(CryptoError) -> PhoneKeyGeneration.Head {
        let node = try vector["F2"]["head"]
        return PhoneKeyGeneration.Head(
            enrolmentId: try node["refreshId"].text(), documentNumber: try node["documentNumber"].text(),
            expiresAt: try VectorMessages.time(node["expiresAt"]),
            parametersHash: try node["parametersHash"].bytes())
    }

    private static func context(
        _ vector: VectorNode, _ suite: Suite, _ parameters: RingPedersenParameters
    ) throws(CryptoError) -> RefreshContext {
        let head = try vector["F2"]["head"], f1 = try vector["F1"]
        let generation = KeyGenerationContext(
            enrolmentId: try head["refreshId"].text(), documentNumber: try head["documentNumber"].text(),
            slot: try VectorMessages.slot(f1["slot"]), suite: suite, nonceP1: try f1["nonce"].bytes(),
            nonceP2: try vector["F2"]["nonce"].bytes(), parametersHash: parameters.parametersHash,
            keyId: try vector["key"]["keyId"].text())
        return RefreshContext(generation: generation, epoch: try vector["key"]["epoch"].u64() + 1)
    }

    private static func oldKey(_ vector: VectorNode) throws(CryptoError) -> ServerRefresh.OldKey {
        ServerRefresh.OldKey(Q: try vector["key"]["Q"].point(), Q1: try vector["key"]["Q1"].point())
    }

    private static func paillier(_ vector: VectorNode, _ suite: Suite) throws(CryptoError) -> PaillierSecretKey {
        let secret = try vector["secret"]
        return try PaillierSecretKey(p: secret["p"].wideInteger(), q: secret["q"].wideInteger(), suite: suite)
    }

    private static func randomness(
        _ vector: VectorNode, _ suite: Suite
    ) throws(CryptoError) -> PhoneKeyGeneration.K3Randomness {
        let secret = try vector["secret"]
        return PhoneKeyGeneration.K3Randomness(
            rk: try secret["rk"].wideInteger(atMost: suite.n), w: try secret["w"].wideInteger(atMost: suite.n),
            salt: try secret["random64P1"].bytes(),
            smallFactor: try SmallFactorFamily.masks(secret["smallFactorMasks"]),
            discreteLog: try DiscreteLogFamily.masks(secret["discreteLogMasks"]), ratchetToken: [])
    }

    static func f3(_ node: VectorNode) throws(CryptoError) -> F3 {
        F3(
            factor: try node["factor"].bytes(), opening: try node["opening"].bytes(), Q1: try node["Q1"].bytes(),
            proof: try node["proof"].bytes(), N: try node["N"].bytes(), ckey: try node["ckey"].bytes(),
            modulusProof: try node["modulusProof"].bytes(), smallFactorProof: try node["smallFactorProof"].bytes(),
            discreteLogProof: try node["discreteLogProof"].bytes(), Q: try node["Q"].bytes())
    }

    private static func complete(
        _ vector: VectorNode, _ f3: F3, _ context: RefreshContext, _ parameters: RingPedersenParameters
    ) throws(CryptoError) -> ServerRefresh.Renewed {
        let secret = try vector["secret"]
        return try ServerRefresh.complete(
            f3, commitment: vector["F1"]["commitment"].bytes(), context: context, old: oldKey(vector),
            d2: secret["d2"].scalar(), x2: secret["x2"].scalar(), parameters: parameters,
            modulusSeen: { _ in false }, millerRabinBase: Integer(2))
    }

    // MARK: Comparisons

    private static func compareOldKey(_ vector: VectorNode) throws(CryptoError) {
        let x1 = try vector["secret"]["x1"].scalar(), x2 = try vector["secret"]["x2"].scalar()
        try vector["key"]["Q1"].equals(Point.generator(times: x1)?.encoding ?? [])
        try vector["key"]["Q"].equals(Point.generator(times: x1 * x2)?.encoding ?? [])
    }

    private static func compareF1(_ f1: F1, _ vector: VectorNode) throws(CryptoError) {
        let node = try vector["F1"]
        try node["suite"].equals(f1.suite)
        try node["epoch"].equals(vector["key"]["epoch"].u64())
        try node["commitment"].equals(f1.commitment)
        _ = try ServerRefresh.check(f1)
        let secret = try vector["secret"]
        try vector["transcripts"]["commitment"].equals(
            RefreshContext.commitment(
                keyId: vector["key"]["keyId"].text(), epoch: f1.epoch + 1, suite: f1.suite, nonceP1: f1.nonce,
                factor: secret["d1"].bytes(), opening: secret["opening"].bytes()))
    }

    private static func compareTranscripts(_ context: RefreshContext, _ vector: VectorNode) throws(CryptoError) {
        try vector["transcripts"]["ssid"].equals(context.generation.transcript)
        try vector["transcripts"]["possession"].equals(context.possessionTranscript)
        try vector["F2"]["head"]["parametersHash"].equals(context.generation.parametersHash)
    }

    private static func recomputeF2(
        _ vector: VectorNode, _ context: RefreshContext, _ core: VectorCoreKey
    ) throws(CryptoError) -> F2 {
        let node = try vector["F2"], nonceNode = try vector["secret"]["coreNonceF2"]
        let expiresAt = try VectorMessages.time(node["head"]["expiresAt"])
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (digest) throws(CryptoError) in
            try core.sign(digest, nonce: nonceNode)
        }
        let f2 = try ServerRefresh.f2(
            context: context, d2: vector["secret"]["d2"].scalar(), expiresAt: expiresAt, sign: sign)
        try node["keyId"].equals(text: f2.keyId)
        try node["epoch"].equals(f2.epoch)
        try node["factor"].equals(f2.factor)
        try node["signature"].equals(f2.signature)
        try vector["transcripts"]["F2"].equals(context.f2Transcript(factor: f2.factor, expiresAt: expiresAt))
        return f2
    }

    private static func compareF3(
        _ f3: F3, _ k3: K3Slot, _ context: RefreshContext, _ vector: VectorNode
    ) throws(CryptoError) {
        let node = try vector["F3"], transcripts = try vector["transcripts"]
        for (name, value) in [
            ("factor", f3.factor), ("opening", f3.opening), ("Q1", f3.Q1), ("proof", f3.proof), ("N", f3.N),
            ("ckey", f3.ckey), ("modulusProof", f3.modulusProof), ("smallFactorProof", f3.smallFactorProof),
            ("discreteLogProof", f3.discreteLogProof), ("Q", f3.Q),
        ] { try node[name].equals(value) }
        vector.require(
            k3 == f3.k3(context.generation.slot, commitment: try vector["F1"]["commitment"].bytes())
                || vector.trace.isRecording, "the two parties authorise different bytes")
        try transcripts["K3"]["sha256"].equals(SHA256.hash(k3.tlv))
        try transcripts["authorisation"].equals(context.authorisationTranscript(k3: k3.tlv))
        let x1 = try vector["secret"]["x1"].scalar()
        let nonce = try SchnorrProof.nonce(
            SchnorrProof.Statement(
                .keyGenerationQ1, ssid: context.generation.ssid, role: .phone, points: [f3.Q1], X: f3.Q1),
            secret: x1 * vector["secret"]["d1"].scalar() * vector["secret"]["d2"].scalar(),
            salt: vector["secret"]["random64P1"].bytes())
        try vector["secret"]["schnorrNonceP1"].equals(nonce)
        // Also in recording mode, which does not go on to the server.
        let delta = try vector["secret"]["d1"].scalar() * vector["secret"]["d2"].scalar()
        try vector["after"]["x1"].equals(x1 * delta)
        let x2 = try vector["secret"]["x2"].scalar() * delta.inverse()
        try vector["after"]["x2"].equals(x2)
        try vector["after"]["Q2"].equals(Point.generator(times: x2)?.encoding ?? [])
    }

    private static func compareAfter(
        _ renewed: borrowing ServerRefresh.Renewed, _ x1: borrowing Scalar, _ vector: VectorNode
    ) throws(CryptoError) {
        try vector["after"]["x1"].equals(x1)
        try vector["after"]["x2"].equals(renewed.x2)
        try vector["after"]["Q2"].equals(renewed.key.Q2.encoding)
        vector.require(
            Point.generator(times: x1 * renewed.x2) == renewed.key.Q, "the new halves do not make the old key")
    }
}
