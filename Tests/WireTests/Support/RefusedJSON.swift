import Testing

@testable import Wire

/// A text that must be refused, with the reason and the offset of the first wrong byte.
struct RefusedJSON: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let reason: JSONError.Reason
    let offset: Int
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ reason: JSONError.Reason, _ offset: Int) {
        self.init(name, Array(text.utf8), reason, offset)
    }

    init(_ name: String, _ bytes: [UInt8], _ reason: JSONError.Reason, _ offset: Int) {
        self.name = name
        self.bytes = bytes
        self.reason = reason
        self.offset = offset
    }
}
