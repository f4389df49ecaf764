/// Bounds on one HTTP message. Deadlines and numbers of connections are the transport's.
public struct HTTPLimits: Sendable {
    /// Bytes of a request or status line without its CRLF. Our longest target, a device link, stays below 2 KiB;
    /// RFC 9112 §3 recommends to support 8,000.
    public var startLineBytes = 8 * 1024
    /// Bytes of all field lines with their CRLFs. An App Attest object is about 6 KiB and travels in a field.
    public var headerBytes = 16 * 1024
    /// Field lines. Browsers and proxies send below 40; each costs two strings.
    public var fields = 64
    /// Hex digits of a chunk size: 8 name 4 GiB, far above any body limit, and cannot overflow 64 bits.
    public var chunkSizeDigits = 8
    /// Bytes of a response's body, for the client. Requests have a limit for each route instead.
    public var responseBodyBytes = 8 * 1024 * 1024

    public init() {}
}
