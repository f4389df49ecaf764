/// A secret under one symmetric key: version byte 01 ‖ nonce (12) ‖ ciphertext ‖ tag (16).
///
/// The version byte and a label are authenticated together with the caller's associated data, so a box cannot be
/// taken for another format. Nonces are random: SP 800-38D §8.3 allows 2^32 boxes under one key.
public enum SealedBox {
    /// Bytes that a box adds to its content.
    public static let overhead = 1 + AESGCM.nonceByteCount + AESGCM.tagByteCount

    private static let version: UInt8 = 1
    private static let label = Array("tamga/sealed-box".utf8)

    /// Seals with a fresh nonce. Throws `CIPHER_PARAMETERS` unless the key has 32 bytes.
    public static func seal(
        _ secret: borrowing SecretBytes, key: borrowing SecretBytes, associatedData: [UInt8],
        random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: AESGCM.nonceByteCount)
        nonce.withUnsafeMutableBytes { random.fill($0) }
        let sealed = try AESGCM.seal(secret, key: key, nonce: nonce, associatedData: bound(associatedData))
        return [version] + nonce + sealed
    }

    /// Opens. Throws `ENVELOPE_INVALID` for every damaged byte, another key or other associated data, without saying
    /// which.
    public static func open(
        _ box: [UInt8], key: borrowing SecretBytes, associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        guard box.count >= overhead, box[0] == version else { throw CryptoError("ENVELOPE_INVALID") }
        let end = 1 + AESGCM.nonceByteCount
        let (nonce, sealed) = (Array(box[1..<end]), Array(box[end...]))
        do {
            return try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: bound(associatedData))
        } catch {
            throw CryptoError("ENVELOPE_INVALID")
        }
    }

    /// Label and version have a fixed length, so the concatenation is unambiguous.
    private static func bound(_ associatedData: [UInt8]) -> [UInt8] {
        label + [version] + associatedData
    }
}
