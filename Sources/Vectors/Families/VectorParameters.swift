import Crypto

/// Reads a ring-Pedersen set and compares its hash where it is given.
enum VectorParameters {
    static func read(_ node: VectorNode, suite: Suite) throws(CryptoError) -> RingPedersenParameters {
        try RingPedersenParameters(
            suite: suite, modulus: node["modulus"].bytes(), s: node["s"].bytes(), t: node["t"].bytes())
    }

    /// H("parameters", suite, Ñ, s, t), rebuilt from its members.
    static func transcript(_ parameters: RingPedersenParameters) -> Transcript {
        var transcript = Transcript("parameters")
        transcript.append(parameters.suite.number)
        transcript.append(parameters.encodedModulus)
        transcript.append(parameters.encodedS)
        transcript.append(parameters.encodedT)
        return transcript
    }
}
