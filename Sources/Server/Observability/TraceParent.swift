/// The W3C trace context of a request (Trace Context, level 1, §3.2): `00-<trace id>-<parent id>-<flags>`.
///
/// Parsed strictly, because it is copied into logs and outgoing requests: a value that is not exactly of this form is
/// as good as none.
public struct TraceParent: Sendable, Equatable {
    /// 32 lower-case hex digits, not all zero.
    public let traceID: String
    /// 16 lower-case hex digits, not all zero.
    public let parentID: String
    /// Two lower-case hex digits.
    public let flags: String

    public init?(_ header: String?) {
        guard let header, header.utf8.count == 55 else { return nil }
        let parts = header.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "00", Self.isHex(parts[1], 32), Self.isHex(parts[2], 16),
            Self.isHex(parts[3], 2), parts[1].utf8.contains(where: { $0 != 0x30 }),
            parts[2].utf8.contains(where: { $0 != 0x30 })
        else { return nil }
        traceID = String(parts[1])
        parentID = String(parts[2])
        flags = String(parts[3])
    }

    /// The header to pass on, unchanged.
    public var header: String { "00-\(traceID)-\(parentID)-\(flags)" }

    private static func isHex(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
