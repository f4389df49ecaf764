/// Reads CBOR (RFC 8949) strictly: definite and shortest lengths, no key twice, bounded nesting, no tags and no
/// floating-point numbers. Input comes from strangers, so nothing here traps, and a declared length costs nothing
/// before its bytes are there.
struct CBORReader {
    /// Containers, one in the other. An attestation needs three.
    static let maximumDepth = 4
    /// Nothing that is read here is longer; a longer one is no truncated object but an attack.
    static let maximumLength: UInt64 = 0xFFFF

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// The one item that the bytes are.
    static func parse(_ bytes: [UInt8]) throws(AttestationError) -> CBORValue {
        var reader = CBORReader(bytes[...])
        let value = try reader.next()
        guard holds("ATTESTATION_CBOR_TRAILING", reader.isAtEnd) else { throw .cborTrailing }
        return value
    }

    /// The next item.
    mutating func next() throws(AttestationError) -> CBORValue {
        try item(depth: 0)
    }

    private mutating func item(depth: Int) throws(AttestationError) -> CBORValue {
        guard let initial = byte() else { throw .cborTruncated }
        let argument = try argument(of: initial)
        switch initial >> 5 {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(try content(argument))
        case 3:
            guard let text = String(validating: try content(argument), as: UTF8.self) else { throw .cborText }
            return .text(text)
        case 4: return .array(try items(argument, depth: depth + 1))
        case 5: return .map(try entries(argument, depth: depth + 1))
        case 7: return try simple(initial)
        default: throw .cborType
        }
    }

    /// The number in the head of an item (§3): a value, a length or a count.
    private mutating func argument(of initial: UInt8) throws(AttestationError) -> UInt64 {
        let information = initial & 0x1F
        // Major type 7 has no argument of this kind: what follows is a simple value or a floating-point number.
        guard initial >> 5 != 7 else { return UInt64(information) }
        switch information {
        case 0..<24: return UInt64(information)
        case 24...27:
            let count = 1 << Int(information - 24)
            var value: UInt64 = 0
            for _ in 0..<count {
                guard let digit = byte() else { throw .cborTruncated }
                value = value << 8 | UInt64(digit)
            }
            // A shorter head has room for everything below this.
            let least: UInt64 = information == 24 ? 24 : 1 << UInt64(4 * count)
            guard holds("ATTESTATION_CBOR_NOT_SHORTEST", value >= least) else { throw .cborNotShortest }
            return value
        case 31: throw .cborIndefinite
        default: throw .cborType
        }
    }

    /// That many bytes.
    private mutating func content(_ length: UInt64) throws(AttestationError) -> ArraySlice<UInt8> {
        guard holds("ATTESTATION_CBOR_LENGTH/content", length <= Self.maximumLength) else { throw .cborLength }
        guard length <= UInt64(bytes.endIndex - position) else { throw .cborTruncated }
        let end = position + Int(length)
        defer { position = end }
        return bytes[position..<end]
    }

    private mutating func items(_ count: UInt64, depth: Int) throws(AttestationError) -> [CBORValue] {
        try check(count: count, depth: depth)
        var items: [CBORValue] = []
        for _ in 0..<count { items.append(try item(depth: depth)) }
        return items
    }

    private mutating func entries(_ count: UInt64, depth: Int) throws(AttestationError) -> [CBORValue.Entry] {
        try check(count: count, depth: depth)
        var entries: [CBORValue.Entry] = []
        // In their only form equal keys are equal bytes.
        var seen: Set<ArraySlice<UInt8>> = []
        for _ in 0..<count {
            let start = position
            let key = try item(depth: depth)
            switch key {
            case .unsigned, .negative, .text: break
            default: throw .cborType
            }
            let isNew = seen.insert(bytes[start..<position]).inserted
            guard holds("ATTESTATION_CBOR_DUPLICATE_KEY", isNew) else { throw .cborDuplicateKey }
            entries.append(CBORValue.Entry(key: key, value: try item(depth: depth)))
        }
        return entries
    }

    /// Before any of the elements is read, each of which has at least one byte.
    private func check(count: UInt64, depth: Int) throws(AttestationError) {
        guard holds("ATTESTATION_CBOR_DEPTH", depth <= Self.maximumDepth) else { throw .cborDepth }
        guard holds("ATTESTATION_CBOR_LENGTH/count", count <= Self.maximumLength) else { throw .cborLength }
        guard count <= UInt64(bytes.endIndex - position) else { throw .cborTruncated }
    }

    private func simple(_ initial: UInt8) throws(AttestationError) -> CBORValue {
        switch initial {
        case 0xF4: return .boolean(false)
        case 0xF5: return .boolean(true)
        case 0xF6: return .null
        case 0xFF: throw .cborIndefinite
        default: throw .cborType
        }
    }

    private mutating func byte() -> UInt8? {
        guard position < bytes.endIndex else { return nil }
        defer { position += 1 }
        return bytes[position]
    }
}
