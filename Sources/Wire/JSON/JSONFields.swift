/// Typed reading of an object's members, with an error that names the member and what was expected.
///
/// Members that nobody asks for are ignored. A member that is `null` counts as absent where it is optional; where it is
/// required it is of the wrong type.
public struct JSONFields: Sendable {
    public let object: JSONObject
    /// The JSON pointer of the object; empty for a whole body.
    public let pointer: String

    public init(_ object: JSONObject, pointer: String = "") {
        self.object = object
        self.pointer = pointer
    }

    /// The fields of a whole body, which must be an object.
    public init(_ body: JSONValue) throws(FieldError) {
        self = try JSONElement(body).object()
    }

    /// An error about the member of that name, for checks that the caller makes on its own.
    public func error(_ name: String, _ code: String = FieldError.Code.value, expected: String) -> FieldError {
        FieldError(code: code, pointer: pointer + JSONPointer.step(name), expected: expected)
    }

    /// The member of that name, which must be there.
    public func required(_ name: String, expected: String = "a value") throws(FieldError) -> JSONElement {
        guard let value = object[name] else { throw error(name, FieldError.Code.missing, expected: expected) }
        return JSONElement(value, parent: pointer, place: .name(name))
    }

    /// The member of that name; nil when it is absent or null.
    public func optional(_ name: String) -> JSONElement? {
        guard let value = object[name], value != .null else { return nil }
        return JSONElement(value, parent: pointer, place: .name(name))
    }

    public func string(_ name: String) throws(FieldError) -> String {
        try required(name, expected: "string").string()
    }

    /// Characters are Unicode scalars. The empty string passes; `string(_:characters:)` can refuse it.
    public func string(_ name: String, maxCharacters: Int) throws(FieldError) -> String {
        try string(name, characters: 0...maxCharacters)
    }

    public func string(_ name: String, characters: ClosedRange<Int>) throws(FieldError) -> String {
        try required(name, expected: "string").string(characters: characters)
    }

    public func optionalString(_ name: String) throws(FieldError) -> String? {
        try optional(name)?.string()
    }

    public func optionalString(_ name: String, maxCharacters: Int) throws(FieldError) -> String? {
        try optional(name)?.string(characters: 0...maxCharacters)
    }

    public func bool(_ name: String) throws(FieldError) -> Bool {
        try required(name, expected: "true or false").bool()
    }

    public func optionalBool(_ name: String) throws(FieldError) -> Bool? {
        try optional(name)?.bool()
    }

    /// An integer without fraction or exponent, within `range` and within ±2^53.
    public func integer(_ name: String, in range: ClosedRange<Int64>) throws(FieldError) -> Int64 {
        try required(name, expected: "integer").integer(in: range)
    }

    public func optionalInteger(_ name: String, in range: ClosedRange<Int64>) throws(FieldError) -> Int64? {
        try optional(name)?.integer(in: range)
    }

    /// Canonical standard Base64 of exactly `bytes` bytes, or of at most `max`.
    public func base64(_ name: String, bytes: Int? = nil, max: Int = 65_536) throws(FieldError) -> [UInt8] {
        try required(name, expected: "Base64 string").base64(bytes: bytes, max: max)
    }

    public func optionalBase64(_ name: String, bytes: Int? = nil, max: Int = 65_536) throws(FieldError) -> [UInt8]? {
        try optional(name)?.base64(bytes: bytes, max: max)
    }

    /// A UUID in its canonical lower-case text.
    public func uuid(_ name: String) throws(FieldError) -> String {
        try required(name, expected: "UUID in lower case").uuid()
    }

    public func optionalUUID(_ name: String) throws(FieldError) -> String? {
        try optional(name)?.uuid()
    }

    public func oneOf(_ name: String, _ choices: [String]) throws(FieldError) -> String {
        try required(name, expected: "one of " + choices.joined(separator: ", ")).oneOf(choices)
    }

    public func optionalOneOf(_ name: String, _ choices: [String]) throws(FieldError) -> String? {
        try optional(name)?.oneOf(choices)
    }

    public func object(_ name: String) throws(FieldError) -> JSONFields {
        try required(name, expected: "object").object()
    }

    public func optionalObject(_ name: String) throws(FieldError) -> JSONFields? {
        try optional(name)?.object()
    }

    /// The elements of an array of a permitted length, each with its pointer (`/slots/0`).
    public func array(_ name: String, count: ClosedRange<Int>) throws(FieldError) -> [JSONElement] {
        try required(name, expected: "array").array(count: count)
    }

    public func optionalArray(_ name: String, count: ClosedRange<Int>) throws(FieldError) -> [JSONElement]? {
        try optional(name)?.array(count: count)
    }
}
