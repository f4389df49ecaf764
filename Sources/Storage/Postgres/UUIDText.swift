/// UUIDs between their text form and the 16 bytes on the wire.
enum UUIDText {
    private static let hyphens: Set<Int> = [8, 13, 18, 23]
    private static let digits = Array("0123456789abcdef".utf8)

    /// The 16 bytes of `8-4-4-4-12` hexadecimal text of either case; nil for anything else.
    static func parse(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count == 36 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var high: UInt8?
        for (index, character) in characters.enumerated() {
            if hyphens.contains(index) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let nibble = nibble(character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | nibble)
                high = nil
            } else {
                high = nibble
            }
        }
        return bytes
    }

    /// Lower-case text of 16 bytes; nil for another length.
    static func format(_ bytes: some Collection<UInt8>) -> String? {
        guard bytes.count == 16 else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(36)
        for byte in bytes {
            if hyphens.contains(out.count) { out.append(UInt8(ascii: "-")) }
            out.append(digits[Int(byte >> 4)])
            out.append(digits[Int(byte & 15)])
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func nibble(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return character - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
