import COpenSSL

/// Comparison whose time depends on the lengths only, for tags, tokens and anything else that an attacker may guess
/// byte by byte.
public enum ConstantTime {
    /// Whether both hold the same bytes. Unequal lengths are unequal at once: lengths are public.
    public static func equal(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        guard a.count == b.count else { return false }
        guard let x = a.baseAddress, let y = b.baseAddress else { return a.count == 0 }
        return CRYPTO_memcmp(x, y, a.count) == 0
    }

    public static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.withUnsafeBytes { x in b.withUnsafeBytes { y in equal(x, y) } }
    }

    public static func equal(_ a: borrowing SecretBytes, _ b: borrowing SecretBytes) -> Bool {
        a.withUnsafeBytes { x in b.withUnsafeBytes { y in equal(x, y) } }
    }
}
