/// UUIDs in their canonical text: lower case, 8-4-4-4-12 (RFC 9562 §4). They are compared as text, hence one form only.
public enum UUIDText {
    /// Whether `text` is 36 characters of lower-case hex with hyphens in their places. Any version and variant passes.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        var index = 0
        for character in text.utf8 {
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphen ? character == 0x2D : isDigit(character) else { return false }
            index += 1
        }
        return true
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        (0x30...0x39).contains(character) || (0x61...0x66).contains(character)
    }

    /// The 16 bytes of a canonical text; nil for any other text.
    public static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 36 else { return nil }
        var output = [UInt8]()
        var high: UInt8?
        for (index, character) in text.utf8.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard character == 0x2D else { return nil }
                continue
            }
            guard !(0x41...0x46).contains(character), let digit = Hex.value(character) else { return nil }
            if let first = high {
                output.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return output
    }

    /// The canonical text of 16 bytes as they are; nil when there are not 16.
    public static func format(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 16 else { return nil }
        var output = [UInt8]()
        output.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { output.append(0x2D) }
            output.append(Hex.digits[Int(byte >> 4)])
            output.append(Hex.digits[Int(byte & 15)])
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A version 4 UUID (RFC 9562 §5.4) of 16 random bytes, of which 122 bits survive; nil when there are not 16.
    public static func v4(_ random: [UInt8]) -> String? {
        guard random.count == 16 else { return nil }
        var bytes = random
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return format(bytes)
    }
}
