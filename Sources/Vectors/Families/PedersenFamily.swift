@_spi(Deterministic) import Crypto

/// Π_prm (wire appendix §6.5).
enum PedersenFamily: VectorFamily {
    static let name = "pi_prm"
    static let explanation = "A ring-Pedersen set with its factors, and the proof that s is a power of t."

    private static let rule = "a_i = drbg below(pi_prm/a<i>, p'q'), see README"

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        try vector["parameters"]["parametersHash"].equals(VectorParameters.transcript(parameters).digest)
        let secret = try vector["secret"]
        let half = suite.n / 2
        let p = try secret["pTilde"].wideInteger(atMost: half), q = try secret["qTilde"].wideInteger(atMost: half)
        try vector["parameters"]["modulus"].equals((p * q).bytes(width: suite.n))
        let order = p.shiftedRight(1) * q.shiftedRight(1)
        let lambda = try secret["lambda"].integer()
        try vector["parameters"]["s"].equals(
            parameters.modulus.powerSecret(parameters.t, lambda).bytes(width: suite.n))
        let exponents = try secret["exponents"]
        try exponents["rule"].equals(text: rule)
        let drbg = VectorRandom(seed: seed)
        try exponents["a0"].equals(drbg.below("pi_prm/a0", order))
        try exponents["a127"].equals(drbg.below("pi_prm/a127", order))
        let trapdoor = PedersenTrapdoor(order: order, lambda: lambda)
        let proof = PedersenProof.prove(parameters, trapdoor: trapdoor) { drbg.below("pi_prm/a\($0)", $1) }.encoding
        try vector["proof"].equals(proof)
        try compareChallenge(vector["challenge"], parameters, proof: try TLV(decoding: proof))
        try receive(vector, step: "")
    }

    private static func compareChallenge(
        _ node: VectorNode, _ parameters: RingPedersenParameters, proof: TLV
    ) throws(CryptoError) {
        var transcript = Transcript("prm")
        transcript.append(text: "P2")
        transcript.append(parameters.suite.number)
        transcript.append(parameters.encodedModulus)
        transcript.append(parameters.encodedS)
        transcript.append(parameters.encodedT)
        if case .list(let items) = proof, let first = items.first { transcript.append(first) }
        let digest = transcript.digest
        try node["digest"].equals(digest)
        let bits = (0..<128).map { (digest[$0 / 8] >> UInt8(7 - $0 % 8)) & 1 == 1 ? "1" : "0" }
        try node["bits"].equals(text: bits.joined())
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let proof = try PedersenProof(decoding: vector["proof"].bytes(), suite: suite)
        try proof.verify(VectorParameters.read(vector["parameters"], suite: suite))
    }
}
