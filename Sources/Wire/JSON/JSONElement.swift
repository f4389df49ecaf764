/// A value together with where it stands, and the typed readings of it.
public struct JSONElement: Sendable {
    enum Place: Sendable {
        case root
        case name(String)
        case index(Int)
    }

    public let value: JSONValue
    private let parent: String
    private let place: Place

    init(_ value: JSONValue, parent: String, place: Place) {
        self.value = value
        self.parent = parent
        self.place = place
    }

    /// A value that stands at `pointer`; the default is a whole body.
    public init(_ value: JSONValue, pointer: String = "") {
        self.init(value, parent: pointer, place: .root)
    }

    /// The JSON pointer. Computed when asked for: only errors and nested objects need it.
    public var pointer: String {
        switch place {
        case .root: parent
        case .name(let name): parent + JSONPointer.step(name)
        case .index(let index): parent + JSONPointer.step(index)
        }
    }

    /// An error about this value, for checks that the caller makes on its own.
    public func error(_ code: String = FieldError.Code.value, expected: String) -> FieldError {
        FieldError(code: code, pointer: pointer, expected: expected)
    }

    public func string() throws(FieldError) -> String {
        guard case .string(let text) = value else { throw error(FieldError.Code.type, expected: "string") }
        return text
    }

    /// Characters are counted as Unicode scalars: a grapheme can be of any size.
    public func string(characters: ClosedRange<Int>) throws(FieldError) -> String {
        let text = try string()
        guard characters.contains(text.unicodeScalars.count) else {
            throw error(
                FieldError.Code.length, expected: "\(characters.lowerBound) to \(characters.upperBound) characters")
        }
        return text
    }

    public func bool() throws(FieldError) -> Bool {
        guard case .bool(let flag) = value else { throw error(FieldError.Code.type, expected: "true or false") }
        return flag
    }

    public func integer(in range: ClosedRange<Int64>) throws(FieldError) -> Int64 {
        guard case .number(let number) = value else { throw error(FieldError.Code.type, expected: "integer") }
        guard let integer = number.int64, range.contains(integer) else {
            throw error(expected: "integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// Canonical standard Base64 of exactly `bytes` bytes, or of at most `max`.
    public func base64(bytes: Int? = nil, max: Int = 65_536) throws(FieldError) -> [UInt8] {
        guard case .string(let text) = value else { throw error(FieldError.Code.type, expected: "Base64 string") }
        // Before decoding: a text too long is not worth the work.
        guard text.utf8.count <= Base64.encodedCount(bytes ?? max) else { throw lengthError(bytes, max) }
        guard let data = Base64.decode(text) else {
            throw error(FieldError.Code.base64, expected: "canonical Base64 with padding")
        }
        guard data.count == bytes ?? data.count, data.count <= bytes ?? max else { throw lengthError(bytes, max) }
        return data
    }

    private func lengthError(_ bytes: Int?, _ max: Int) -> FieldError {
        error(FieldError.Code.length, expected: bytes.map { "\($0) bytes" } ?? "at most \(max) bytes")
    }

    public func uuid() throws(FieldError) -> String {
        let text = try string()
        guard UUIDText.isValid(text) else { throw error(expected: "UUID in lower case") }
        return text
    }

    public func oneOf(_ choices: [String]) throws(FieldError) -> String {
        let text = try string()
        guard choices.contains(where: { JSONObject.sameBytes($0, text) }) else {
            throw error(expected: "one of " + choices.joined(separator: ", "))
        }
        return text
    }

    public func object() throws(FieldError) -> JSONFields {
        guard case .object(let object) = value else { throw error(FieldError.Code.type, expected: "object") }
        return JSONFields(object, pointer: pointer)
    }

    public func array(count: ClosedRange<Int>) throws(FieldError) -> [JSONElement] {
        guard case .array(let values) = value else { throw error(FieldError.Code.type, expected: "array") }
        guard count.contains(values.count) else {
            throw error(FieldError.Code.length, expected: "\(count.lowerBound) to \(count.upperBound) elements")
        }
        let pointer = pointer
        return values.enumerated().map { JSONElement($1, parent: pointer, place: .index($0)) }
    }
}
