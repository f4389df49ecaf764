/// A key-encryption key in the memory of the process, read from a file by the caller.
public final class LocalKeyEncryptionKey: KeyEncryptionKey {
    /// Length of the key in bytes.
    public static let byteCount = AESGCM.keyByteCount

    public let identifier: [UInt8]

    private let key: SecretBytes
    private let random: any RandomSource

    /// Takes the key over. The identifier is the beginning of a digest under a domain of its own, which says nothing
    /// about the key as long as the key is random.
    ///
    /// Throws `KEK_LENGTH` unless the key has 32 bytes.
    public init(key: consuming SecretBytes, random: any RandomSource) throws(CryptoError) {
        guard key.count == Self.byteCount else {
            throw CryptoError("KEK_LENGTH", "a key-encryption key has 32 bytes")
        }
        var digest = SHA256()
        digest.update(Array("tamga/kek-identifier/1".utf8))
        key.withUnsafeBytes { digest.update($0) }
        identifier = Array(digest.finalize().prefix(8))
        self.key = key
        self.random = random
    }

    /// Throws `CRYPTO_LIBRARY` when the library fails.
    public func wrap(_ dataKey: borrowing SecretBytes, context: [UInt8]) throws(CryptoError) -> [UInt8] {
        try SealedBox.seal(dataKey, key: key, associatedData: context, random: random)
    }

    /// Throws `ENVELOPE_INVALID` for a damaged wrapping or another context.
    public func unwrap(_ wrapped: [UInt8], context: [UInt8]) throws(CryptoError) -> SecretBytes {
        try SealedBox.open(wrapped, key: key, associatedData: context)
    }
}
