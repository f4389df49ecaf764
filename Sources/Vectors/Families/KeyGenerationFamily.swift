@_spi(Deterministic) import Crypto
import Wire

/// K1..K4 (wire appendix §7): every slot of one enrolment, byte for byte.
enum KeyGenerationFamily: VectorFamily {
    static let name = "keygen"
    static let explanation = "Whole runs of key generation: the phone's and the server's secrets, all four messages."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        let transcript = VectorParameters.transcript(parameters)
        try vector["parameters"]["parametersHash"].equals(transcript.digest)
        try vector["transcripts"]["parametersHash"].equals(transcript)
        let head = try vector["K2"]["head"]
        try head["parametersHash"].equals(transcript.digest)
        try head["parametersId"].equals(text: "rp-\(suite.number)")
        try vector["K4"]["documentNumber"].equals(text: head["documentNumber"].text())
        let core = try VectorCoreKey(vector["coreKey"])
        let count = try vector["secret"]["slots"].elements().count
        for (message, node) in [("K1", try vector["K1"]), ("K2", try vector["K2"]), ("K3", try vector["K3"])] {
            node.require(try node["slots"].elements().count == count, "\(message) has another number of slots")
        }
        for index in 0..<count {
            try KeyGenerationSlot(vector, index: index, suite: suite, core: core, parameters: parameters).recompute()
        }
        if vector.trace.isRecording { return }
        for step in ["P1:K2", "P2:K3", "P1:K4"] { try receive(vector, step: step) }
    }

    // MARK: The receiver's steps

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let core = try CoreVerifyingKey(vector["coreKey"]["public"].point())
        switch step {
        case "P1:K2": try phoneReceivesK2(vector, core: core)
        case "P2:K3": try serverReceivesK3(vector)
        case "P1:K4": try phoneReceivesK4(vector, core: core)
        default: throw CryptoError("VECTOR_FORMAT", "unknown step \(step)")
        }
    }

    private static func phoneReceivesK2(_ vector: VectorNode, core: CoreVerifyingKey) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        let k1 = try vector["K1"]["slots"].elements(), k2 = try vector["K2"]["slots"].elements()
        guard k1.count == k2.count else { throw CryptoError("K2_ENCODING", "another number of slots") }
        for (index, node) in k2.enumerated() {
            let secret = try vector["secret"]["slots"].element(index)
            let phone = try PhoneKeyGeneration(
                suite: suite, slot: VectorMessages.slot(k1[index]["slot"]), x1: secret["x1"].scalar(),
                nonce: k1[index]["nonce"].bytes(), opening: secret["opening"].bytes())
            _ = try phone.accept(
                VectorMessages.k2(node), head: VectorMessages.head(vector["K2"]["head"]), parameters: parameters,
                core: core)
        }
    }

    private static func serverReceivesK3(_ vector: VectorNode) throws(CryptoError) {
        let k1 = try VectorMessages.k1(vector["K1"]["slots"].element(0))
        let suite = try ServerKeyGeneration.check(k1)
        let own = try Suite(number: vector["suite"].u64())
        let parameters = try VectorParameters.read(vector["parameters"], suite: own)
        let context = try VectorMessages.context(vector, index: 0, suite: suite, parameters: parameters)
        let seen = try vector.optional("modulusSeen")?.byteLists() ?? []
        _ = try ServerKeyGeneration.complete(
            VectorMessages.k3(vector["K3"]["slots"].element(0)), k1: k1, context: context,
            x2: vector["secret"]["slots"].element(0)["x2"].scalar(), parameters: parameters,
            modulusSeen: seen.contains, millerRabinBase: Integer(2))
    }

    private static func phoneReceivesK4(_ vector: VectorNode, core: CoreVerifyingKey) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        for (index, node) in try vector["K4"]["slots"].elements().enumerated() {
            let context = try VectorMessages.context(vector, index: index, suite: suite, parameters: parameters)
            try context.verifyK4(
                signature: node["signature"].bytes(), k3: VectorMessages.k3(vector["K3"]["slots"].element(index)).tlv,
                leaf: node["certificate"].bytes(), chain: node["chain"].byteLists(),
                deviceToken: vector["K4"]["deviceToken"].text(), core: core)
        }
    }
}
