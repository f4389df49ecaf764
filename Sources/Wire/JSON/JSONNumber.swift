/// A JSON number as it was written. The text is kept, so that no value is silently rounded through binary floating
/// point.
public struct JSONNumber: Sendable, Equatable {
    /// The number's text, already checked against the grammar of RFC 8259 §6.
    public let text: String

    /// The integers that every JSON implementation can hold exactly (RFC 8259 §6, RFC 7493 §2.2), ends included.
    public static let exact: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

    public init(_ value: Int64) {
        self.text = String(value)
    }

    init(checked text: String) {
        self.text = text
    }

    /// The value, if it was written as an integer (no fraction, no exponent) and lies in `exact`.
    public var int64: Int64? {
        guard text.utf8.count <= 17, let value = Int64(text), Self.exact.contains(value) else { return nil }
        return value
    }
}
