/// A member of a request that is missing or not what it must be; becomes an entry of the error body's `errors`.
public struct FieldError: Error, Sendable, Equatable {
    public enum Code {
        public static let missing = "FIELD_MISSING"
        public static let type = "FIELD_TYPE"
        public static let base64 = "FIELD_BASE64"
        public static let length = "FIELD_LENGTH"
        public static let value = "FIELD_VALUE"
    }

    /// One of `Code`, or a code of the caller's own.
    public let code: String
    /// The JSON pointer of the member.
    public let pointer: String
    /// What was expected, for the client's developer: `string`, `32 bytes`, `one of A, B`. Never the value received.
    public let expected: String

    public init(code: String, pointer: String, expected: String) {
        self.code = code
        self.pointer = pointer
        self.expected = expected
    }
}
