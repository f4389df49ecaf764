/// Header fields in the order in which they stand in the message. Names compare without regard to ASCII case.
public struct HTTPHeaders: Sendable, Equatable {
    public struct Field: Sendable, Equatable {
        public let name: String
        public let value: String
    }

    public private(set) var fields: [Field] = []

    public init() {}

    public init(_ pairs: KeyValuePairs<String, String>) {
        for (name, value) in pairs { add(name, value) }
    }

    /// Appends a field. Bytes that could end a header line (CR, LF, NUL) become spaces, so that no value can split a
    /// response.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: Self.legalised(name), value: Self.legalised(value)))
    }

    /// Replaces every field of that name by one.
    public mutating func set(_ name: String, _ value: String) {
        fields.removeAll { Self.sameName($0.name, name) }
        add(name, value)
    }

    /// The first value of that name.
    public subscript(_ name: String) -> String? {
        fields.first { Self.sameName($0.name, name) }?.value
    }

    /// Every value of that name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { Self.sameName($0.name, name) }.map(\.value)
    }

    static func sameName(_ a: String, _ b: String) -> Bool {
        // Most are spelled in the same way, and names are ASCII.
        if a == b { return true }
        let x = a.utf8, y = b.utf8
        return x.count == y.count && zip(x, y).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    private static func legalised(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return text }
        let bytes = text.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// `["Content-Type": "application/json"]`, in that order; a name may come more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { add(name, value) }
    }
}
