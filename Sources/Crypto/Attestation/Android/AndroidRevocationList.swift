/// Attestation certificates that must not be believed any more, by serial number.
public struct AndroidRevocationList: Sendable, Equatable {
    /// Why a certificate stands on the list. Any status refuses it.
    public enum Status: String, Sendable {
        case revoked = "REVOKED"
        case suspended = "SUSPENDED"
    }

    /// Serial numbers as hexadecimal in lower case without leading zeros. Some old entries look decimal; `status` looks
    /// for both.
    public let entries: [String: Status]
    /// Unix seconds, exclusive: from then on the list proves nothing. Nil: it never ages.
    public let expiresAt: Int64?

    public init(entries: [String: Status], expiresAt: Int64?) {
        self.entries = entries
        self.expiresAt = expiresAt
    }

    /// How a certificate stands; nil when it is not on the list.
    /// - Parameter serial: big-endian magnitude without leading zeros
    func status(ofSerial serial: [UInt8]) -> Status? {
        entries[Self.hexadecimal(serial)] ?? entries[Self.decimal(serial)]
    }

    static func hexadecimal(_ serial: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = serial.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }.drop { $0 == UInt8(ascii: "0") }
        return text.isEmpty ? "0" : String(decoding: text, as: UTF8.self)
    }

    static func decimal(_ serial: [UInt8]) -> String {
        // Decimal digits, the least first; each byte multiplies by 256 and adds itself.
        var digits: [Int] = [0]
        for byte in serial {
            var carry = Int(byte)
            for index in digits.indices {
                carry += digits[index] * 256
                digits[index] = carry % 10
                carry /= 10
            }
            while carry > 0 {
                digits.append(carry % 10)
                carry /= 10
            }
        }
        return digits.reversed().map(String.init).joined()
    }
}
