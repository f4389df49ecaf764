import Crypto

/// H(dom, x1..xn) (wire appendix §3): preimages, digests, and the digests of typical mistakes.
enum HashFamily: VectorFamily {
    static let name = "hash"
    static let explanation = "The exact input of SHA-256 for a domain and its members, and the digest."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        try vector.equals(transcript(vector))
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let computed = try transcript(vector).digest
        guard try vector["digest"].bytes() == computed else { throw CryptoError("HASH_MISMATCH") }
    }

    private static func transcript(_ vector: VectorNode) throws(CryptoError) -> Transcript {
        var transcript = Transcript(try vector["domain"].text())
        for member in try TypedValue.members(vector["members"]) { transcript.append(member) }
        return transcript
    }
}

/// XOF(seed, len) (wire appendix §3).
enum XOFFamily: VectorFamily {
    static let name = "xof"
    static let explanation = "Bytes expanded from a seed; `preimage` is the hash input of the first block."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        try vector["output"].equals(output(vector))
        var first = Transcript("xof")
        first.append(try vector["seed"].bytes())
        first.append(0)
        try vector.optional("preimage")?.equals(first.preimage)
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let computed = try output(vector)
        guard try vector["output"].bytes() == computed else { throw CryptoError("XOF_MISMATCH") }
    }

    private static func output(_ vector: VectorNode) throws(CryptoError) -> [UInt8] {
        let length = try vector["length"].u64()
        guard length <= 65_536 else { throw try vector["length"].malformed("at most 65536") }
        return XOF.expand(seed: try vector["seed"].bytes(), count: Int(length))
    }
}
