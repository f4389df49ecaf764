import Glibc

/// Where a response ends and how, for a load generator that must cost less than the servers that it measures: it knows
/// the spelling of `Content-Length` and `Connection` that both of them use, and nothing else of HTTP.
struct ResponseEnd: Equatable {
    /// Bytes of head and body.
    let count: Int
    let status: Int
    /// Whether the server closes the connection after it.
    let closes: Bool

    /// - Returns: nil as long as the response is not complete
    /// - Throws: for a response without length, or bytes behind its end
    init?(_ bytes: UnsafeRawBufferPointer) throws(BenchError) {
        guard let head = Self.offset(of: "\r\n\r\n", in: bytes) else { return nil }
        let fields = UnsafeRawBufferPointer(rebasing: bytes[..<(head + 2)])
        guard fields.count > 12, let code = Self.number(fields[9...]),
            let field = Self.offset(of: "\r\nContent-Length: ", in: fields),
            let body = Self.number(fields[(field + 18)...])
        else { throw BenchError("a response without status or length") }
        let end = head + 4 + body
        guard bytes.count >= end else { return nil }
        guard bytes.count == end else { throw BenchError("bytes behind the end of a response") }
        count = end
        status = code
        closes = Self.offset(of: "\r\nConnection: close\r\n", in: fields) != nil
    }

    private static func offset(of text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let length = text.utf8CodeUnitCount
        var at = 0
        while at + length <= bytes.count {
            guard let found = memchr(base + at, Int32(text.utf8Start[0]), bytes.count - length + 1 - at) else { break }
            at = base.distance(to: UnsafeRawPointer(found))
            if memcmp(found, text.utf8Start, length) == 0 { return at }
            at += 1
        }
        return nil
    }

    /// Nine decimal digits at most.
    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = bytes.prefix(9).prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
