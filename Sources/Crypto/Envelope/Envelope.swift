/// A secret as it rests in the database: sealed under a data key of its own, which is wrapped by the key-encryption
/// key.
///
///     01 ‖ identifier of the key-encryption key (8) ‖ length of the wrapping (2, big-endian) ‖ wrapping ‖ sealed box
///
/// The wrapping and the box are both bound to the associated data (which key, slot, suite, epoch, …), and the wrapping
/// also to the identifier: a row copied over another row, a wrapping copied between rows and a changed header all fail
/// in the same way. Because the box does not depend on the wrapping, a change of the key-encryption key rewrites the
/// wrapping only.
public enum Envelope {
    private static let version: UInt8 = 1
    private static let headerByteCount = 1 + identifierByteCount + 2
    private static let identifierByteCount = 8

    /// Seals a secret under a fresh data key.
    ///
    /// Throws `KEK_LENGTH` when the key-encryption key names itself by other than 8 bytes or wraps to more than 65,535,
    /// and what the key-encryption key throws.
    public static func seal(
        secret: borrowing SecretBytes, associatedData: [UInt8], under kek: any KeyEncryptionKey,
        random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let dataKey = SecretBytes.random(count: AESGCM.keyByteCount, from: random)
        let box = try SealedBox.seal(
            secret, key: dataKey, associatedData: contentContext(associatedData), random: random)
        return try header(wrapping: dataKey, associatedData: associatedData, under: kek) + box
    }

    /// Opens an envelope. Throws `ENVELOPE_INVALID` for every damaged byte, another key-encryption key and other
    /// associated data; the reason says no more than what the public header shows.
    public static func open(
        _ envelope: [UInt8], associatedData: [UInt8], under kek: any KeyEncryptionKey
    ) throws(CryptoError) -> SecretBytes {
        let parts = try parse(envelope)
        let dataKey = try unwrap(parts, associatedData: associatedData, under: kek)
        return try SealedBox.open(parts.box, key: dataKey, associatedData: contentContext(associatedData))
    }

    /// The same envelope under a new key-encryption key. The content is checked, so that a damaged envelope is found
    /// while the old key still exists. Throws as `open` and `seal` do.
    public static func rewrap(
        _ envelope: [UInt8], associatedData: [UInt8], from old: any KeyEncryptionKey, to new: any KeyEncryptionKey
    ) throws(CryptoError) -> [UInt8] {
        let parts = try parse(envelope)
        let dataKey = try unwrap(parts, associatedData: associatedData, under: old)
        _ = try SealedBox.open(parts.box, key: dataKey, associatedData: contentContext(associatedData))
        return try header(wrapping: dataKey, associatedData: associatedData, under: new) + parts.box
    }

    /// The identifier of the key-encryption key that made this envelope, unauthenticated: good for choosing the key to
    /// try. Throws `ENVELOPE_INVALID` when the bytes are no envelope.
    public static func keyIdentifier(of envelope: [UInt8]) throws(CryptoError) -> [UInt8] {
        try parse(envelope).identifier
    }

    private struct Parts {
        let identifier: [UInt8]
        let wrapping: [UInt8]
        let box: [UInt8]
    }

    private static func parse(_ envelope: [UInt8]) throws(CryptoError) -> Parts {
        guard envelope.count >= headerByteCount, envelope[0] == version else {
            throw CryptoError("ENVELOPE_INVALID", "not an envelope of this version")
        }
        let length = Int(envelope[9]) << 8 | Int(envelope[10])
        let end = headerByteCount + length
        guard envelope.count >= end else { throw CryptoError("ENVELOPE_INVALID", "cut off") }
        return Parts(
            identifier: Array(envelope[1..<1 + identifierByteCount]),
            wrapping: Array(envelope[headerByteCount..<end]), box: Array(envelope[end...]))
    }

    private static func header(
        wrapping dataKey: borrowing SecretBytes, associatedData: [UInt8], under kek: any KeyEncryptionKey
    ) throws(CryptoError) -> [UInt8] {
        let wrapping = try kek.wrap(dataKey, context: keyContext(kek.identifier, associatedData))
        guard kek.identifier.count == identifierByteCount, wrapping.count <= UInt16.max else {
            throw CryptoError("KEK_LENGTH", "identifier or wrapping does not fit the envelope")
        }
        let length = UInt16(wrapping.count)
        return [version] + kek.identifier + [UInt8(length >> 8), UInt8(length & 0xFF)] + wrapping
    }

    private static func unwrap(
        _ parts: Parts, associatedData: [UInt8], under kek: any KeyEncryptionKey
    ) throws(CryptoError) -> SecretBytes {
        guard parts.identifier == kek.identifier else {
            throw CryptoError("ENVELOPE_INVALID", "made under another key-encryption key")
        }
        let dataKey: SecretBytes
        do {
            dataKey = try kek.unwrap(parts.wrapping, context: keyContext(parts.identifier, associatedData))
        } catch {
            throw CryptoError("ENVELOPE_INVALID")
        }
        guard dataKey.count == AESGCM.keyByteCount else { throw CryptoError("ENVELOPE_INVALID") }
        return dataKey
    }

    private static func contentContext(_ associatedData: [UInt8]) -> [UInt8] {
        Array("tamga/envelope/content".utf8) + [version] + associatedData
    }

    /// A digest, because a hardware module may limit the length of what it authenticates.
    private static func keyContext(_ identifier: [UInt8], _ associatedData: [UInt8]) -> [UInt8] {
        SHA256.hash(Array("tamga/envelope/key".utf8) + [version] + identifier + associatedData)
    }
}
