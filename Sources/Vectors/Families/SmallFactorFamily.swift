@_spi(Deterministic) import Crypto

/// Π_fac (wire appendix §6.3).
enum SmallFactorFamily: VectorFamily {
    static let name = "pi_fac"
    static let explanation = "A proof that N has no small factor, over the verifier's ring-Pedersen set."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let ssid = try vector["ssid"].bytes()
        let secret = try vector["secret"]
        let key = try PaillierSecretKey(p: secret["p"].wideInteger(), q: secret["q"].wideInteger(), suite: suite)
        try vector["N"].equals(key.publicKey.encodedN)
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        try vector["parameters"]["parametersHash"].equals(VectorParameters.transcript(parameters).digest)
        let proof = SmallFactorProof.prove(
            ssid: ssid, key: key, parameters: parameters, masks: try masks(secret)
        ).encoding
        try vector["proof"].equals(proof)
        try vector["challenge"].equals(
            shortChallenge: challenge(ssid, key.publicKey, parameters, proof: try TLV(decoding: proof)))
        try receive(vector, step: "")
    }

    static func masks(_ node: VectorNode) throws(CryptoError) -> SmallFactorProof.Masks {
        SmallFactorProof.Masks(
            alpha: try node["alpha"].integer(), beta: try node["beta"].integer(), mu: try node["mu"].integer(),
            nu: try node["nu"].integer(), sigma: try node["sigma"].integer(), r: try node["r"].integer(),
            x: try node["x"].integer(), y: try node["y"].integer())
    }

    private static func challenge(
        _ ssid: [UInt8], _ key: PaillierPublicKey, _ parameters: RingPedersenParameters, proof: TLV
    ) -> Transcript {
        var transcript = Transcript("fac")
        transcript.append(ssid)
        transcript.append(text: "P1")
        transcript.append(key.suite.number)
        transcript.append(key.encodedN)
        transcript.append(parameters.parametersHash)
        if case .list(let items) = proof { for item in items.prefix(6) { transcript.append(item) } }
        return transcript
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let proof = try SmallFactorProof(decoding: vector["proof"].bytes(), suite: suite)
        let key = try PaillierPublicKey(N: vector["N"].wideInteger(), suite: suite)
        let parameters = try VectorParameters.read(vector["parameters"], suite: suite)
        try proof.verify(ssid: vector["ssid"].bytes(), key: key, parameters: parameters)
    }
}
