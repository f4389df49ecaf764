import Crypto
import Wire

/// The key-encryption key in a file of the operator's.
public enum KeyEncryptionKeyFile {
    /// Loads 32 raw bytes or 64 hexadecimal digits.
    public static func load(
        _ path: String, random: any RandomSource
    ) throws(ConfigurationError) -> LocalKeyEncryptionKey {
        let content = try FileBytes.readSecret(path, limit: 128, as: "TAMGA_KEK_FILE")
        do throws(CryptoError) {
            return try LocalKeyEncryptionKey(key: try decode(content), random: random)
        } catch {
            throw ConfigurationError("TAMGA_KEK_FILE: \(path) holds neither 32 bytes nor 64 hexadecimal digits")
        }
    }

    public static func exists(_ path: String) -> Bool { FileBytes.exists(path) }

    /// Creates the file with a fresh key unless it is there.
    /// - Returns: whether it was created.
    public static func createIfAbsent(_ path: String, random: any RandomSource) throws(ConfigurationError) -> Bool {
        if FileBytes.exists(path) { return false }
        try FileBytes.create(path, SecretBytes.random(count: LocalKeyEncryptionKey.byteCount, from: random))
        return true
    }

    private static func decode(_ content: borrowing SecretBytes) throws(CryptoError) -> SecretBytes {
        if content.count == LocalKeyEncryptionKey.byteCount { return content.copy() }
        return try content.withUnsafeBytes { bytes throws(CryptoError) -> SecretBytes in
            let digits = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
            guard digits.count == 64 else { throw CryptoError("KEK_LENGTH") }
            var key = SecretBytes(count: 32)
            var valid = true
            key.withUnsafeMutableBytes { out in
                for index in 0..<32 {
                    guard let high = nibble(digits[2 * index]), let low = nibble(digits[2 * index + 1]) else {
                        valid = false
                        return
                    }
                    out[index] = high << 4 | low
                }
            }
            guard valid else { throw CryptoError("KEK_LENGTH") }
            return key
        }
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        case 0x41...0x46: digit - 0x41 + 10
        default: nil
        }
    }
}
