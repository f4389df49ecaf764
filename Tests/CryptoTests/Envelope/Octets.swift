import Crypto

/// Bytes of vectors, and the way in and out of a secret for tests.
enum Octets {
    /// Bytes of a hexadecimal text; white space is skipped. Anything else ends the run: a vector with a slip of the
    /// pen proves nothing.
    static func hex(_ text: String) -> [UInt8] {
        let digits = text.filter { !$0.isWhitespace }.map { digit -> UInt8 in
            guard let value = digit.hexDigitValue else { fatalError("not hexadecimal: \(digit)") }
            return UInt8(value)
        }
        precondition(digits.count.isMultiple(of: 2), "half a byte in a vector")
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The secret's bytes, to be compared with a published vector.
    static func of(_ secret: borrowing SecretBytes) -> [UInt8] {
        secret.withUnsafeBytes { [UInt8]($0) }
    }

    /// A secret with published bytes.
    static func secret(_ bytes: [UInt8]) -> SecretBytes {
        var secret = SecretBytes(count: bytes.count)
        secret.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
        return secret
    }
}
