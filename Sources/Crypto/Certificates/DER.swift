/// Writes the elements of X.690 DER that certificates and signatures need. Values are built inside out; every function
/// returns one complete element.
enum DER {
    static let integerTag: UInt8 = 0x02
    static let bitStringTag: UInt8 = 0x03
    static let octetStringTag: UInt8 = 0x04
    static let objectIdentifierTag: UInt8 = 0x06
    static let sequenceTag: UInt8 = 0x30

    /// Identifier, shortest definite length, content (§8.1, §10.1).
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        var length: [UInt8] = []
        var rest = count
        while rest > 0 {
            length.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
        element(sequenceTag, Array(elements.joined()))
    }

    /// A SET of one element, which needs no sorting.
    static func set(_ only: [UInt8]) -> [UInt8] {
        element(0x31, only)
    }

    /// A non-negative INTEGER from its big-endian magnitude.
    static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        let digits = Array(magnitude.drop { $0 == 0 })
        guard let first = digits.first else { return element(integerTag, [0]) }
        return element(integerTag, first >= 0x80 ? [0] + digits : digits)
    }

    static let null: [UInt8] = [0x05, 0x00]

    static func boolean(_ value: Bool) -> [UInt8] {
        element(0x01, [value ? 0xFF : 0x00])
    }

    static func octetString(_ bytes: [UInt8]) -> [UInt8] {
        element(octetStringTag, bytes)
    }

    /// A BIT STRING of whole bytes.
    static func bitString(_ bytes: [UInt8]) -> [UInt8] {
        element(bitStringTag, [0] + bytes)
    }

    /// A BIT STRING with a named bit list (§11.2.2): trailing zero bits are left out. Bit 0 is the first.
    static func namedBits(_ bits: [Int]) -> [UInt8] {
        guard let highest = bits.max() else { return element(bitStringTag, [0]) }
        var bytes = [UInt8](repeating: 0, count: highest / 8 + 1)
        for bit in bits { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        return element(bitStringTag, [UInt8(7 - highest % 8)] + bytes)
    }

    static func objectIdentifier(_ arcs: [Int]) -> [UInt8] {
        precondition(arcs.count >= 2, "an object identifier has at least two arcs")
        let content = [arcs[0] * 40 + arcs[1]] + arcs[2...]
        return element(objectIdentifierTag, content.flatMap(base128))
    }

    /// The caller has checked the alphabet.
    static func printableString(_ text: String) -> [UInt8] {
        element(0x13, Array(text.utf8))
    }

    static func utf8String(_ text: String) -> [UInt8] {
        element(0x0C, Array(text.utf8))
    }

    /// Context-specific, constructed: explicit tags and implicitly tagged structures.
    static func constructed(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0xA0 | number, content)
    }

    /// Context-specific, primitive: implicitly tagged strings.
    static func primitive(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0x80 | number, content)
    }

    /// RFC 5280 §4.1.2.5: UTCTime through 2049, GeneralizedTime from 2050 on.
    static func time(_ time: CalendarTime) -> [UInt8] {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let rest = [time.month, time.day, time.hour, time.minute, time.second].map(two).joined() + "Z"
        if time.year < 2050 { return element(0x17, Array((two(time.year % 100) + rest).utf8)) }
        return element(0x18, Array((two(time.year / 100) + two(time.year % 100) + rest).utf8))
    }

    private static func base128(_ value: Int) -> [UInt8] {
        var digits = [UInt8(value & 0x7F)]
        var rest = value >> 7
        while rest > 0 {
            digits.insert(0x80 | UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        return digits
    }
}
