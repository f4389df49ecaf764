@_spi(Deterministic) import Crypto

/// The server's core key of a vector: signs with given nonces.
struct VectorCoreKey {
    let key: CoreKey

    /// Compares the public half and, where given, the pin.
    init(_ node: VectorNode) throws(CryptoError) {
        key = try CoreKey(secret: node["d"].scalar().secretBytes)
        try node["public"].equals(key.verifyingKey.point.encoding)
        try node.optional("spkiSha256")?.equals(key.verifyingKey.pin)
    }

    /// A signature that uses the nonce of the vector.
    func sign(_ digest: [UInt8], nonce: VectorNode) throws(CryptoError) -> [UInt8] {
        try key.sign(digest, nonce: nonce.scalar())
    }
}
