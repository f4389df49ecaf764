/// Writes the items of CBOR that App Attest uses, each in its shortest form; every function returns one whole item.
enum CBORWriter {
    static func unsigned(_ value: UInt64) -> [UInt8] { head(0, value) }

    static func bytes(_ content: [UInt8]) -> [UInt8] { head(2, UInt64(content.count)) + content }

    static func text(_ text: String) -> [UInt8] { head(3, UInt64(text.utf8.count)) + Array(text.utf8) }

    static func array(_ items: [[UInt8]]) -> [UInt8] { head(4, UInt64(items.count)) + items.joined() }

    static func map(_ members: [(name: String, value: [UInt8])]) -> [UInt8] {
        head(5, UInt64(members.count)) + members.flatMap { text($0.name) + $0.value }
    }

    static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: argument >> UInt64(56 - 8 * $0)) }
        switch argument {
        case 0..<24: return [major << 5 | bytes[7]]
        case 24...0xFF: return [major << 5 | 24, bytes[7]]
        case 0x100...0xFFFF: return [major << 5 | 25] + bytes[6...]
        case 0x1_0000...0xFFFF_FFFF: return [major << 5 | 26] + bytes[4...]
        default: return [major << 5 | 27] + bytes
        }
    }
}
