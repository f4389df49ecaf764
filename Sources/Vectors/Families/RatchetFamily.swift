import Crypto

/// Clone detection (threshold-ecdsa A.6).
enum RatchetFamily: VectorFamily {
    static let name = "ratchet"
    static let explanation = "The server's clone detection: its state, what the phone sends, the state after."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let keyId = try vector["keyId"].text()
        if let token = vector.optional("token") {
            let transcript = Ratchet.transcript(token: try token.bytes(), keyId: keyId)
            try vector["preimage"].equals(transcript.preimage)
            try vector["ratchetNext"].equals(transcript.digest)
            return
        }
        let tokens = try vector["ratchet"].byteLists()
        try vector.optional("hashes")?.equals(tokens.map { Ratchet.hash(token: $0, keyId: keyId) })
        let after = try advance(vector)
        try vector["after"]["current"].equals(after.current)
        try vector["after"]["history"].equals(after.history)
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        _ = try advance(vector)
    }

    private static func advance(_ vector: VectorNode) throws(CryptoError) -> Ratchet {
        let state = Ratchet(current: try vector["current"].bytes(), history: try vector["history"].byteLists())
        return try state.advanced(
            candidates: vector["ratchet"].byteLists(), next: vector["ratchetNext"].bytes(),
            keyId: vector["keyId"].text())
    }
}
