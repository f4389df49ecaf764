/// The key that wraps data keys. It lives outside the database: in a file, or in a module that never gives it away,
/// which is why only wrapping and unwrapping are asked of it.
public protocol KeyEncryptionKey: Sendable {
    /// Eight bytes that name the key; they stand in every envelope, so that keys can be told apart after a rotation.
    var identifier: [UInt8] { get }

    /// Wraps a data key and authenticates `context`, which `unwrap` must be given again.
    func wrap(_ dataKey: borrowing SecretBytes, context: [UInt8]) throws(CryptoError) -> [UInt8]

    /// Throws `ENVELOPE_INVALID` for a damaged wrapping or another context.
    func unwrap(_ wrapped: [UInt8], context: [UInt8]) throws(CryptoError) -> SecretBytes
}
