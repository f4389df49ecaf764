import Crypto
import Wire

/// Builds invalid vectors from the valid ones of a folder: one named damage at one place each, with the code that the
/// rules give it.
struct DamageTable {
    private(set) var vectors: [JSONValue] = []

    /// Adds one. A damage that changes nothing here, such as a flip in an empty member, is left out.
    mutating func add(
        _ name: String, to parent: JSONValue, _ changes: [JSONValue], code: String, check: String? = nil
    ) throws(CryptoError) {
        guard !changes.isEmpty, let base = parent["id"]?.string, (try? VectorChange.apply(changes, to: parent)) != nil
        else { return }
        var members: JSONObject = [
            "id": .string("\(base)/\(name)"), "base": .string(base), "change": .array(changes),
        ]
        if let check { members["check"] = .string(check) }
        members["expect"] = .string(code)
        vectors.append(.object(members))
    }

    /// The bytes of a hexadecimal member.
    static func bytes(_ parent: JSONValue, _ path: String) throws(CryptoError) -> [UInt8] {
        var node = VectorNode(parent)
        for step in path.dropFirst().split(separator: "/") {
            node = if let index = Int(step) { try node.element(index) } else { try node[String(step)] }
        }
        return try node.bytes()
    }

    // MARK: Changes

    static func set(_ path: String, _ value: JSONValue) -> JSONValue {
        .object(["path": .string(path), "set": value])
    }

    static func splice(_ path: String, at offset: Int, remove: Int, insert: [UInt8]) -> JSONValue {
        .object([
            "path": .string(path), "offset": .int(UInt64(offset)), "remove": .int(UInt64(remove)),
            "insert": .hex(insert),
        ])
    }

    /// One byte exclusive-ored with `mask`.
    /// - Parameter offset: from the end when negative
    static func flip(
        _ parent: JSONValue, _ path: String, at offset: Int, mask: UInt8 = 1
    ) throws(CryptoError) -> [JSONValue] {
        let bytes = try bytes(parent, path), index = offset < 0 ? bytes.count + offset : offset
        guard bytes.indices.contains(index) else { return [] }
        return [splice(path, at: index, remove: 1, insert: [bytes[index] ^ mask])]
    }

    static func filled(_ path: String, _ byte: UInt8, count: Int) -> [JSONValue] {
        [set(path, .hex([UInt8](repeating: byte, count: count)))]
    }
}

/// Where the items of a proof's list lie, so that a change can be written as the bytes that it moves.
struct ProofLayout {
    struct Item {
        let tag: UInt8
        /// Of the header.
        let start: Int
        let end: Int
        var value: Int { start + 5 }
    }

    let path: String
    let bytes: [UInt8]
    let items: [Item]

    init(_ parent: JSONValue, _ path: String) throws(CryptoError) {
        self.path = path
        let bytes = try DamageTable.bytes(parent, path)
        self.bytes = bytes
        self.items = Self.items(bytes, from: 13, to: bytes.count)
    }

    /// The items of the list that is an item.
    func inner(_ index: Int) -> [Item] { Self.items(bytes, from: items[index].value + 8, to: items[index].end) }

    private static func items(_ bytes: [UInt8], from start: Int, to end: Int) -> [Item] {
        var out: [Item] = [], position = start
        while position + 5 <= end {
            let next = position + 5 + number(bytes[(position + 1)..<(position + 5)])
            out.append(Item(tag: bytes[position], start: position, end: next))
            position = next
        }
        return out
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    // MARK: Changes

    /// One item without some of its bytes or with others behind them; both lengths follow.
    func resized(_ index: Int, removing: Int, at offset: Int, inserting: [UInt8] = []) -> [JSONValue] {
        let item = items[index], difference = inserting.count - removing
        return [
            DamageTable.splice(path, at: item.value + offset, remove: removing, insert: inserting),
            length(at: item.start + 1, plus: difference), length(at: 1, plus: difference),
        ]
    }

    /// The first item of the list that is an item, with a byte less; all three lengths follow.
    func innerShortened(_ index: Int) -> [JSONValue] {
        let list = items[index], item = inner(index)[0]
        return [
            DamageTable.splice(path, at: item.value, remove: 1, insert: []),
            length(at: item.start + 1, plus: -1), length(at: list.start + 1, plus: -1), length(at: 1, plus: -1),
        ]
    }

    func dropped(_ index: Int) -> [JSONValue] {
        let item = items[index]
        return [
            DamageTable.splice(path, at: item.start, remove: item.end - item.start, insert: []), count(plus: -1),
            length(at: 1, plus: item.start - item.end),
        ]
    }

    func doubled(_ index: Int) -> [JSONValue] {
        let item = items[index]
        return [
            DamageTable.splice(path, at: item.end, remove: 0, insert: Array(bytes[item.start..<item.end])),
            count(plus: 1), length(at: 1, plus: item.end - item.start),
        ]
    }

    /// The item under another tag.
    func retagged(_ index: Int, _ tag: UInt8) -> [JSONValue] {
        [DamageTable.splice(path, at: items[index].start, remove: 1, insert: [tag])]
    }

    func replaced(_ item: Item, _ value: [UInt8]) -> [JSONValue] {
        [DamageTable.splice(path, at: item.value, remove: item.end - item.value, insert: value)]
    }

    func flipped(_ item: Item, at offset: Int, mask: UInt8 = 1) -> [JSONValue] {
        let index = offset < 0 ? item.end + offset : item.value + offset
        return [DamageTable.splice(path, at: index, remove: 1, insert: [bytes[index] ^ mask])]
    }

    /// Beyond 2^32 never: proofs are a few ten thousand bytes.
    private func length(at offset: Int, plus difference: Int) -> JSONValue {
        let value = UInt32(Self.number(bytes[offset..<(offset + 4)]) + difference)
        return DamageTable.splice(path, at: offset, remove: 4, insert: Self.bigEndian(UInt64(value)).suffix(4))
    }

    private func count(plus difference: Int) -> JSONValue {
        let value = UInt64(items.count + difference)
        return DamageTable.splice(path, at: 5, remove: 8, insert: Self.bigEndian(value))
    }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
    }
}

extension DamageTable {
    fileprivate static func splice(_ path: String, at offset: Int, remove: Int, insert: ArraySlice<UInt8>) -> JSONValue
    {
        splice(path, at: offset, remove: remove, insert: Array(insert))
    }

    /// What can be wrong with the shape of any proof: each item missing, twice, of another type, empty, or of another
    /// length.
    mutating func addShapes(_ parent: JSONValue, code: String) throws(CryptoError) {
        let layout = try ProofLayout(parent, "/proof")
        for (index, item) in layout.items.enumerated() {
            let name = "item-\(index + 1)"
            try add("\(name)-missing", to: parent, layout.dropped(index), code: code)
            try add("\(name)-tag", to: parent, layout.retagged(index, item.tag == 4 ? 1 : 4), code: code)
            if item.end - item.start < 1024 {
                try add("\(name)-twice", to: parent, layout.doubled(index), code: code)
                let all = item.end - item.value
                try add("\(name)-empty", to: parent, layout.resized(index, removing: all, at: 0), code: code)
            }
            if item.tag == 5 { try add("\(name)-width", to: parent, layout.innerShortened(index), code: code) }
            if item.tag == 3 {
                let padded = layout.resized(index, removing: 0, at: 1, inserting: [0])
                try add("\(name)-not-minimal", to: parent, padded, code: code)
            } else {
                try add("\(name)-short", to: parent, layout.resized(index, removing: 1, at: 0), code: code)
            }
        }
    }
}
