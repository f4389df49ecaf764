/// The one encoding of everything that is hashed or sent as a structure (wire appendix §2).
public indirect enum TLV: Sendable, Equatable {
    /// Tag 01: bytes or UTF-8 text.
    case bytes([UInt8])
    /// Tag 02: `04 ‖ x ‖ y`, 65 bytes; whether it lies on the curve is checked where it is used.
    case point([UInt8])
    /// Tag 03: a signed integer; the magnitude has no leading zeros and is empty for zero.
    case integer(negative: Bool, magnitude: [UInt8])
    /// Tag 04.
    case u64(UInt64)
    /// Tag 05.
    case list([TLV])

    /// The value of depth 1 may hold values down to depth 4; the protocol itself needs 3.
    static let maximumDepth = 4

    public static func text(_ text: String) -> TLV { .bytes(Array(text.utf8)) }

    public static func integer(_ value: borrowing Integer) -> TLV {
        .integer(negative: value.isNegative, magnitude: value.magnitudeBytes)
    }

    public var encoding: [UInt8] {
        var out: [UInt8] = []
        append(to: &out)
        return out
    }

    func append(to out: inout [UInt8]) {
        switch self {
        case .bytes(let value): TLV.append(1, value, to: &out)
        case .point(let value): TLV.append(2, value, to: &out)
        case .integer(let negative, let magnitude):
            TLV.appendHeader(3, length: 1 + magnitude.count, to: &out)
            out.append(negative ? 1 : 0)
            out += magnitude
        case .u64(let value):
            TLV.appendHeader(4, length: 8, to: &out)
            TLV.append(value, to: &out)
        case .list(let items):
            let lengthAt = out.count + 1
            TLV.appendHeader(5, length: 0, to: &out)
            TLV.append(UInt64(items.count), to: &out)
            for item in items { item.append(to: &out) }
            let length = out.count - lengthAt - 4
            precondition(length <= Int(UInt32.max), "a structure of the protocol stays far below 4 GiB")
            for index in 0..<4 { out[lengthAt + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        }
    }

    private static func append(_ tag: UInt8, _ value: [UInt8], to out: inout [UInt8]) {
        appendHeader(tag, length: value.count, to: &out)
        out += value
    }

    private static func appendHeader(_ tag: UInt8, length: Int, to out: inout [UInt8]) {
        precondition(length <= Int(UInt32.max), "a structure of the protocol stays far below 4 GiB")
        out.append(tag)
        for shift in stride(from: 24, through: 0, by: -8) { out.append(UInt8(truncatingIfNeeded: length >> shift)) }
    }

    private static func append(_ value: UInt64, to out: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { out.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
