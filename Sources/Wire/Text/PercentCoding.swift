/// Percent-encoding of path segments and query parts (RFC 3986 §2.1).
public enum PercentCoding {
    /// Decodes one path segment or query part. Nil when a `%` is not followed by two hex digits, when a NUL comes out
    /// (raw or as `%00`), or when the result is not UTF-8. `+` stays `+`. The result may contain `/`: split first.
    public static func decode(_ raw: some StringProtocol) -> String? {
        var raw = String(raw)
        let isPlain = raw.withUTF8 { source in !source.contains { $0 == 0x25 || $0 == 0 } }
        return isPlain ? raw : raw.withUTF8(decoded)
    }

    private static func decoded(_ source: UnsafeBufferPointer<UInt8>) -> String? {
        var output = [UInt8]()
        output.reserveCapacity(source.count)
        var iterator = source.makeIterator()
        while let byte = iterator.next() {
            var decoded = byte
            if byte == 0x25 {
                guard let first = iterator.next(), let second = iterator.next(), let high = Hex.value(first),
                    let low = Hex.value(second)
                else { return nil }
                decoded = high << 4 | low
            }
            guard decoded != 0 else { return nil }
            output.append(decoded)
        }
        return output.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
    }

    /// Encodes every byte except letters, digits and `-_.!~*'()`, as ECMAScript's `encodeURIComponent` does.
    public static func encode(_ text: String) -> String {
        var output = [UInt8]()
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isPlain(byte) {
                output.append(byte)
            } else {
                output.append(0x25)
                output.append(upperDigit(byte >> 4))
                output.append(upperDigit(byte & 15))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x27, 0x28, 0x29, 0x2A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func upperDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}
