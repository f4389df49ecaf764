/// An item of CBOR (RFC 8949 §3), of those types that App Attest uses.
enum CBORValue: Equatable {
    case unsigned(UInt64)
    /// −1 − n.
    case negative(UInt64)
    case bytes(ArraySlice<UInt8>)
    case text(String)
    case array([CBORValue])
    /// In the order of the bytes, no key twice.
    case map([Entry])
    case boolean(Bool)
    case null

    struct Entry: Equatable {
        let key: CBORValue
        let value: CBORValue
    }

    /// The member of a map under that text, `nil` when this is no map or has none.
    subscript(_ name: String) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == .text(name) }?.value
    }

    var isMap: Bool {
        if case .map = self { return true }
        return false
    }

    var bytes: [UInt8]? {
        guard case .bytes(let content) = self else { return nil }
        return Array(content)
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var array: [CBORValue]? {
        guard case .array(let items) = self else { return nil }
        return items
    }
}
