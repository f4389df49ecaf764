import Wire

/// Changes in JSON bodies that an honest phone has made.
public enum BodyEditing {
    /// The body with one member of the outermost object changed; nil removes it.
    public static func edit(
        _ body: [UInt8], _ name: String, _ change: (JSONValue?) -> JSONValue?
    ) throws -> [UInt8] {
        guard var object = try JSONParser.parse(body).object else { throw TestFailure("the body is no object") }
        object[name] = change(object[name])
        return JSONValue.object(object).bytes
    }

    /// The same for a member of `slots[index]`.
    public static func editSlot(
        _ body: [UInt8], _ name: String, index: Int = 0, _ change: (JSONValue?) -> JSONValue?
    ) throws -> [UInt8] {
        try edit(body, "slots") { value in
            guard var slots = value?.array, slots.indices.contains(index), var slot = slots[index].object else {
                return value
            }
            slot[name] = change(slot[name])
            slots[index] = .object(slot)
            return .array(slots)
        }
    }

    /// The same bytes with a blank behind them: another body to a hash, the same to a JSON parser.
    public static func respelled(_ body: [UInt8]) -> [UInt8] { body + [0x20] }

    /// Base64 of the member's bytes after a change of them.
    public static func bytes(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> @Sendable (JSONValue?) -> JSONValue?
    {
        { value in value?.string.flatMap { Base64.decode($0) }.map { .string(Base64.encode(change($0))) } }
    }

    /// The last bit of the member's bytes flipped.
    public static func flipped(_ value: JSONValue?) -> JSONValue? {
        bytes { bytes in
            var bytes = bytes
            if let last = bytes.indices.last { bytes[last] ^= 1 }
            return bytes
        }(value)
    }

    /// The member's bytes without the last one.
    public static func shortened(_ value: JSONValue?) -> JSONValue? { bytes { Array($0.dropLast()) }(value) }
}
