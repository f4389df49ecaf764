/// One JSON value (RFC 8259 §3). Strings compare by bytes, objects with their order.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    public static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let x), .bool(let y)): x == y
        case (.number(let x), .number(let y)): x == y
        case (.string(let x), .string(let y)): JSONObject.sameBytes(x, y)
        case (.array(let x), .array(let y)): x == y
        case (.object(let x), .object(let y)): x == y
        default: false
        }
    }

    /// The string, if it is one.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The exact integer, if it is one (see `JSONNumber.int64`).
    public var int64: Int64? {
        guard case .number(let number) = self else { return nil }
        return number.int64
    }

    /// The truth value, if it is one.
    public var bool: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

    /// The elements, if it is an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members, if it is an object.
    public var object: JSONObject? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The member of that name, if this is an object that has it.
    public subscript(_ name: String) -> JSONValue? {
        object?[name]
    }

    /// The value as a compact JSON text.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}
