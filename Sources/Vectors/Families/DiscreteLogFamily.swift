@_spi(Deterministic) import Crypto

/// Π_pdl (wire appendix §6.4).
enum DiscreteLogFamily: VectorFamily {
    static let name = "pi_pdl"
    static let explanation = "A proof that ckey encrypts the logarithm of Q1 and that it is short."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let secret = try vector["secret"]
        let share = try secret["x1"].integer()
        guard share.sign >= 0, share < CurveOrder.integer else { throw try secret["x1"].malformed("a scalar") }
        let x1 = try Scalar(bytes: share.bytes(width: 32))
        let rk = try secret["rk"].integer()
        let statement = try statement(vector, suite: suite)
        try vector["parameters"]["parametersHash"].equals(VectorParameters.transcript(statement.parameters).digest)
        try vector["Q1"].equals(Point.generator(times: x1)?.encoding ?? [])
        try vector["ckey"].equals(statement.key.encrypt(x1.integer, randomness: rk).bytes(width: suite.n2))
        let proof = try DiscreteLogProof.prove(statement, x1: x1, rk: rk, masks: masks(secret)).encoding
        try vector["proof"].equals(proof)
        try vector["challenge"].equals(shortChallenge: challenge(statement, proof: try TLV(decoding: proof)))
        try receive(vector, step: "")
    }

    static func masks(_ node: VectorNode) throws(CryptoError) -> DiscreteLogProof.Masks {
        DiscreteLogProof.Masks(
            alpha: try node["alpha"].integer(), mu: try node["mu"].integer(), gamma: try node["gamma"].integer(),
            beta: try node["beta"].integer())
    }

    private static func challenge(_ statement: DiscreteLogProof.Statement, proof: TLV) -> Transcript {
        var transcript = Transcript("pdl")
        transcript.append(statement.ssid)
        transcript.append(text: "P1")
        transcript.append(statement.key.suite.number)
        transcript.append(statement.key.encodedN)
        transcript.append(statement.ckey)
        transcript.append(point: statement.Q1)
        transcript.append(statement.parameters.parametersHash)
        if case .list(let items) = proof { for item in items.prefix(4) { transcript.append(item) } }
        return transcript
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let proof = try DiscreteLogProof(decoding: vector["proof"].bytes(), suite: suite)
        try proof.verify(statement(vector, suite: suite))
    }

    private static func statement(
        _ vector: VectorNode, suite: Suite
    ) throws(CryptoError) -> DiscreteLogProof.Statement {
        DiscreteLogProof.Statement(
            ssid: try vector["ssid"].bytes(),
            key: try PaillierPublicKey(N: vector["N"].wideInteger(), suite: suite),
            ckey: try vector["ckey"].bytes(), Q1: try vector["Q1"].bytes(),
            parameters: try VectorParameters.read(vector["parameters"], suite: suite))
    }
}
