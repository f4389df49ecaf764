import Crypto
import Wire

/// Signed integers as the vector files write them: minimal lower-case hexadecimal with a minus sign where it is due.
enum HexInteger {
    static func encode(_ value: borrowing Integer) -> String {
        if value.isZero { return "0" }
        let digits = Hex.encode(value.magnitudeBytes)
        let minimal = digits.hasPrefix("0") ? String(digits.dropFirst()) : digits
        return (value.isNegative ? "-" : "") + minimal
    }

    /// nil for anything but the one text of an integer.
    static func decode(_ text: String) -> Integer? {
        let negative = text.hasPrefix("-")
        let digits = negative ? String(text.dropFirst()) : text
        guard let bytes = Hex.decode(digits.utf8.count % 2 == 0 ? digits : "0" + digits) else { return nil }
        let magnitude = Integer(bytes: bytes)
        let value = negative ? -magnitude : magnitude
        guard encode(value) == text else { return nil }
        return value
    }
}
