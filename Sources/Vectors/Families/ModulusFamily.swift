@_spi(Deterministic) import Crypto

/// Π_mod (wire appendix §6.2).
enum ModulusFamily: VectorFamily {
    static let name = "pi_mod"
    static let explanation = "A proof that N is a Paillier-Blum modulus; some refused ones are forged for a wrong N."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let ssid = try vector["ssid"].bytes()
        let secret = try vector["secret"]
        let key = try PaillierSecretKey(p: secret["p"].wideInteger(), q: secret["q"].wideInteger(), suite: suite)
        let N = key.publicKey.encodedN
        try vector["N"].equals(N)
        let w = try secret["w"].wideInteger(atMost: suite.n)
        for round in [0, 127] {
            let transcript = ModulusProof.seed(ssid: ssid, encodedN: N, w: w.bytes(width: suite.n), round: round)
            try vector["seed\(round)"].equals(transcript)
            let y = Integer(bytes: XOF.expand(seed: transcript.digest, count: suite.n + 16))
            try vector["y\(round)"].equals(y.modulo(key.publicKey.N.value).bytes(width: suite.n))
        }
        try vector["proof"].equals(ModulusProof.prove(ssid: ssid, key: key, w: w).encoding)
        try receive(vector, step: "")
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let proof = try ModulusProof(decoding: vector["proof"].bytes(), suite: suite)
        let key = try PaillierPublicKey(N: vector["N"].wideInteger(), suite: suite)
        try proof.verify(ssid: vector["ssid"].bytes(), key: key)
    }
}
