/// One HTTP/1.1 request as it was received.
public struct HTTPRequest: Sendable {
    /// Upper case as sent: `GET`, `POST`, …
    public let method: String
    /// The request target exactly as sent (path and query, origin form).
    public let target: String
    /// The path of `target`, before percent-decoding, without the query.
    public let rawPath: String
    /// The query of `target`, before percent-decoding, without `?`; nil when there is none.
    public let rawQuery: String?
    public let headers: HTTPHeaders
    /// The body as received, after de-chunking.
    public let body: [UInt8]
    /// False when the connection must be closed after the response (HTTP/1.0 or `Connection: close`).
    public let keepAlive: Bool

    public init(
        method: String, target: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], keepAlive: Bool = true
    ) {
        self.method = method
        self.target = target
        // By bytes: as characters, `?` and a combining mark would be one that does not split.
        let mark = target.utf8.firstIndex(of: 0x3F)
        self.rawPath = String(target[..<(mark ?? target.endIndex)])
        self.rawQuery = mark.map { String(target[target.utf8.index(after: $0)...]) }
        self.headers = headers
        self.body = body
        self.keepAlive = keepAlive
    }
}
