/// Writes one compact JSON text into bytes. Append-only; the commas are its own business.
///
///     var w = JSONWriter()
///     w.object { w in
///         w.member("state", "RUNNING")
///         w.member("slots") { w in w.array { w in for slot in slots { w.value(slot) } } }
///     }
///     response.body = w.bytes
///
/// The closures receive the writer itself, so that nesting in the source is nesting in the text.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8]
    /// Whether the next value or member needs a comma before it.
    private var pendingComma = false

    public init(reserving capacity: Int = 256) {
        self.bytes = []
        bytes.reserveCapacity(capacity)
    }

    // MARK: Containers

    public mutating func object<E: Error>(_ content: (inout JSONWriter) throws(E) -> Void) throws(E) {
        beginObject()
        try content(&self)
        endObject()
    }

    public mutating func array<E: Error>(_ content: (inout JSONWriter) throws(E) -> Void) throws(E) {
        beginArray()
        try content(&self)
        endArray()
    }

    public mutating func beginObject() { open(0x7B) }
    public mutating func endObject() { close(0x7D) }
    public mutating func beginArray() { open(0x5B) }
    public mutating func endArray() { close(0x5D) }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        pendingComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        pendingComma = true
    }

    private mutating func separate() {
        if pendingComma { bytes.append(0x2C) }
        pendingComma = true
    }

    // MARK: Values

    public mutating func value(_ text: String) {
        separate()
        appendQuoted(text)
    }

    /// Integers beyond ±2^53 are a mistake of the caller (the API sends those as text); a debug build stops there.
    public mutating func value(_ number: Int64) {
        assert(JSONNumber.exact.contains(number), "a JSON number beyond 2^53")
        separate()
        appendDecimal(number)
    }

    public mutating func value(_ number: Int) {
        value(Int64(number))
    }

    public mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    }

    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// A string of standard Base64 with padding.
    public mutating func value(base64 data: [UInt8]) {
        separate()
        bytes.append(0x22)
        data.withUnsafeBufferPointer { Base64.codec.encode($0, into: &bytes) }
        bytes.append(0x22)
    }

    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): self.value(flag)
        case .string(let text): self.value(text)
        case .number(let number):
            separate()
            bytes.append(contentsOf: number.text.utf8)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members { self.member(member.name, member.value) }
            endObject()
        }
    }

    /// A finished JSON text as a value, as it is. The caller answers for its being one.
    public mutating func value(json text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// The name of a member; its value must follow.
    public mutating func name(_ name: String) {
        separate()
        appendQuoted(name)
        bytes.append(0x3A)
        pendingComma = false
    }

    // MARK: Text

    private mutating func appendQuoted(_ text: String) {
        var text = text
        bytes.append(0x22)
        text.withUTF8 { source in
            var plainStart = 0
            for index in 0..<source.count {
                let byte = source[index]
                guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
                bytes.append(contentsOf: source[plainStart..<index])
                appendEscape(byte)
                plainStart = index + 1
            }
            bytes.append(contentsOf: source[plainStart...])
        }
        bytes.append(0x22)
    }

    private mutating func appendEscape(_ byte: UInt8) {
        bytes.append(0x5C)
        switch byte {
        case 0x22, 0x5C: bytes.append(byte)
        case 0x08: bytes.append(0x62)
        case 0x09: bytes.append(0x74)
        case 0x0A: bytes.append(0x6E)
        case 0x0C: bytes.append(0x66)
        case 0x0D: bytes.append(0x72)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Hex.digits[Int(byte >> 4)])
            bytes.append(Hex.digits[Int(byte & 15)])
        }
    }

    private mutating func appendDecimal(_ number: Int64) {
        if (0..<10).contains(number) {
            bytes.append(0x30 + UInt8(number))
        } else {
            bytes.append(contentsOf: String(number).utf8)
        }
    }
}
