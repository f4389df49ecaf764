/// Why a text is not the strict JSON that we accept.
public struct JSONError: Error, Sendable, Equatable {
    public enum Reason: String, Sendable {
        case unexpectedEnd = "the text ends inside a value"
        case unexpectedByte = "this byte cannot stand here"
        case byteOrderMark = "a byte order mark"
        case badNumber = "not a number of the JSON grammar"
        case badEscape = "not an escape of the JSON grammar"
        case loneSurrogate = "half of a surrogate pair"
        case badUTF8 = "not UTF-8"
        case controlCharacter = "an unescaped control character in a string"
        case duplicateName = "a member name that the object already has"
        case tooDeep = "nested too deeply"
        case tooManyElements = "too many values"
        case trailingBytes = "something follows the value"
    }

    public let reason: Reason
    /// The offset in bytes from the start of the text.
    public let offset: Int
    /// The JSON pointer (RFC 6901) of the value that was being read; empty for the whole text.
    public let pointer: String
}
