import Crypto

/// Published verdicts on ECDSA signatures over P-256 with SHA-256, in both encodings.
enum ECDSAFamily: VectorFamily {
    static let name = "ecdsa"
    static let explanation = "Signatures with their keys and messages; high s is valid here, as in the standard."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        try receive(vector, step: "")
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let encoding = try vector["encoding"]
        let signature = try vector["signature"].bytes()
        let raw: [UInt8]
        switch try encoding.text() {
        case "der": raw = try ECDSASignatureDER.decode(signature)
        case "p1363":
            guard signature.count == ECDSASignatureDER.rawByteCount else {
                throw CryptoError("SIGNATURE_ENCODING", "r and s are 32 bytes each")
            }
            raw = signature
        default: throw encoding.malformed("der or p1363")
        }
        let valid = ECDSA.isValid(
            r: Array(raw.prefix(32)), s: Array(raw.suffix(32)), digest: SHA256.hash(try vector["message"].bytes()),
            publicKey: try Point(encoding: vector["Q"].bytes()))
        guard valid else { throw CryptoError("SIGNATURE_INVALID") }
    }
}

/// Published verdicts on encodings of points of P-256, some with a scalar and the x coordinate of their product.
enum PointFamily: VectorFamily {
    static let name = "point"
    static let explanation = "Encoded points; only the uncompressed encoding of a point on the curve is one."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let point = try Point(encoding: vector["point"].bytes())
        guard let factor = vector.optional("factor") else { return }
        let product = point.times(try factor.scalar())
        try vector["x"].equals(product?.x ?? [])
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        _ = try Point(encoding: vector["point"].bytes())
    }
}
