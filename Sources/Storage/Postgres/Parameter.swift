/// One value for a statement, with its type even when it is NULL, so that a statement means the same on every
/// execution. All values travel in PostgreSQL's binary format.
struct Parameter: Sendable {
    enum Value: Sendable {
        case null
        case bytes([UInt8])
        /// UTF-8 without NUL.
        case text(String)
        case flag(Bool)
        case word(UInt64)
        /// Two words, the first one first.
        case words(UInt64, UInt64)
        /// What the caller gave has no representation; the reason names the kind of value, not the value.
        case invalid(String)
    }

    let oid: UInt32
    let value: Value

    static func text(_ text: String?) -> Parameter {
        guard let text else { return Parameter(oid: 25, value: .null) }
        // PostgreSQL text cannot hold NUL; refusing here keeps the transaction alive and the error clear.
        if text.utf8.contains(0) { return Parameter(oid: 25, value: .invalid("text with NUL")) }
        return Parameter(oid: 25, value: .text(text))
    }

    static func bytes(_ bytes: [UInt8]?) -> Parameter {
        Parameter(oid: 17, value: bytes.map(Value.bytes) ?? .null)
    }

    static func int(_ number: Int64?) -> Parameter {
        Parameter(oid: 20, value: number.map { .word(UInt64(bitPattern: $0)) } ?? .null)
    }

    static func int(_ number: Int) -> Parameter { int(Int64(number)) }

    static func bool(_ flag: Bool) -> Parameter {
        Parameter(oid: 16, value: .flag(flag))
    }

    static func uuid(_ text: String?) -> Parameter {
        guard let text else { return Parameter(oid: 2950, value: .null) }
        guard let words = UUIDText.parse(text) else { return Parameter(oid: 2950, value: .invalid("malformed UUID")) }
        return Parameter(oid: 2950, value: .words(words.high, words.low))
    }

    /// A point in time as Unix milliseconds.
    static func time(_ unixMilliseconds: Int64?) -> Parameter {
        guard let unixMilliseconds else { return Parameter(oid: 1184, value: .null) }
        let (micro, overflow) = unixMilliseconds.multipliedReportingOverflow(by: 1000)
        let (shifted, underflow) = micro.subtractingReportingOverflow(PostgresTime.epochMicroseconds)
        guard !overflow, !underflow, PostgresTime.range.contains(shifted) else {
            return Parameter(oid: 1184, value: .invalid("time out of range"))
        }
        return Parameter(oid: 1184, value: .word(UInt64(bitPattern: shifted)))
    }

    static func uuids(_ texts: [String]) -> Parameter {
        var elements: [[UInt8]] = []
        for text in texts {
            guard let words = UUIDText.parse(text) else {
                return Parameter(oid: 2951, value: .invalid("malformed UUID"))
            }
            elements.append(bigEndian(words.high) + bigEndian(words.low))
        }
        return Parameter(oid: 2951, value: .bytes(array(elements, elementOID: 2950)))
    }

    static func texts(_ texts: [String]) -> Parameter {
        if texts.contains(where: { $0.utf8.contains(0) }) {
            return Parameter(oid: 1009, value: .invalid("text with NUL"))
        }
        return Parameter(oid: 1009, value: .bytes(array(texts.map { Array($0.utf8) }, elementOID: 25)))
    }

    private static func array(_ elements: [[UInt8]], elementOID: UInt32) -> [UInt8] {
        var out: [UInt8] = []
        out += bigEndian(Int32(elements.isEmpty ? 0 : 1))
        out += bigEndian(Int32(0))
        out += bigEndian(elementOID)
        guard !elements.isEmpty else { return out }
        out += bigEndian(Int32(truncatingIfNeeded: elements.count))
        out += bigEndian(Int32(1))
        for element in elements {
            out += bigEndian(Int32(truncatingIfNeeded: element.count))
            out += element
        }
        return out
    }

    private static func bigEndian<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
