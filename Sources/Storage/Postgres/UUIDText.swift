/// UUIDs between their text form and the 16 bytes on the wire.
enum UUIDText {
    /// The 16 bytes of `8-4-4-4-12` hexadecimal text of either case, as two big-endian words; nil for anything else.
    static func parse(_ text: String) -> (high: UInt64, low: UInt64)? {
        guard text.utf8.count == 36 else { return nil }
        var words: (high: UInt64, low: UInt64) = (0, 0)
        var index = 0
        for character in text.utf8 {
            if isHyphen(index) {
                guard character == 0x2D else { return nil }
            } else {
                guard let digit = digit(character) else { return nil }
                if index < 18 {
                    words.high = words.high << 4 | digit
                } else {
                    words.low = words.low << 4 | digit
                }
            }
            index += 1
        }
        return words
    }

    /// Lower-case text of 16 bytes; nil for another length.
    static func format(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count == 16 else { return nil }
        return String(unsafeUninitializedCapacity: 36) { out in
            var at = 0
            for byte in bytes {
                if isHyphen(at) {
                    out[at] = 0x2D
                    at += 1
                }
                out[at] = character(byte >> 4)
                out[at + 1] = character(byte & 15)
                at += 2
            }
            return at
        }
    }

    private static func isHyphen(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

    private static func character(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x57 + digit }

    private static func digit(_ character: UInt8) -> UInt64? {
        switch character {
        case 0x30...0x39: return UInt64(character - 0x30)
        case 0x61...0x66: return UInt64(character - 0x57)
        case 0x41...0x46: return UInt64(character - 0x37)
        default: return nil
        }
    }
}
