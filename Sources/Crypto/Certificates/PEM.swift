import COpenSSL

/// Certificates as text (RFC 7468 §5).
public enum PEM {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// One certificate, lines of 64 characters, a line end after the last.
    public static func encode(_ certificate: [UInt8]) -> String {
        let capacity = 4 * ((certificate.count + 2) / 3) + 1
        let body = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = Int(EVP_EncodeBlock(buffer.baseAddress, certificate, Int32(certificate.count)))
        }
        var lines = [begin]
        for start in stride(from: 0, to: body.count, by: 64) {
            lines.append(String(decoding: body[start..<min(start + 64, body.count)], as: UTF8.self))
        }
        return (lines + [end, ""]).joined(separator: "\n")
    }

    /// Every certificate in the text, in order; text between them is skipped, as RFC 7468 §2 allows.
    ///
    /// Throws `PEM_INVALID` for a block without end, a block of another kind (a private key in a file of certificates
    /// is a mistake to be told), or a body that is not canonical Base64. That the bytes are certificates is checked
    /// when they are used.
    public static func decode(_ text: String) throws(CryptoError) -> [[UInt8]] {
        var certificates: [[UInt8]] = []
        var body: [UInt8]?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            switch (line, body) {
            case (begin, nil): body = []
            case (end, let digits?):
                guard let bytes = base64(digits), !bytes.isEmpty else {
                    throw CryptoError("PEM_INVALID", "not Base64")
                }
                certificates.append(bytes)
                body = nil
            case (_, nil):
                guard !line.hasPrefix("-----") else { throw CryptoError("PEM_INVALID", "not a certificate") }
            case (_, let digits?): body = digits + Array(line.utf8)
            }
        }
        guard body == nil else { throw CryptoError("PEM_INVALID", "no end") }
        return certificates
    }

    /// Canonical Base64 with padding, `nil` for anything else.
    private static func base64(_ digits: [UInt8]) -> [UInt8]? {
        guard digits.count.isMultiple(of: 4) else { return nil }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var held = 0
        for digit in digits.dropLast(padding) {
            guard let value = value(digit) else { return nil }
            bits = bits << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        return bits & ((1 << UInt32(held)) - 1) == 0 ? output : nil
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit) - 0x41
        case 0x61...0x7A: UInt32(digit) - 0x61 + 26
        case 0x30...0x39: UInt32(digit) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
