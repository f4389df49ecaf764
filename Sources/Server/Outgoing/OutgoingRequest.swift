/// One call of this server to another.
public struct OutgoingRequest: Sendable {
    public var url: OutgoingURL
    public var headers: [(name: String, value: String)]
    /// Nil: GET; else POST of these bytes.
    public var body: [UInt8]?
    /// Bytes of the answer's body above which it is refused.
    public var responseLimit: Int
    /// Milliseconds for everything, names and handshakes included.
    public var timeoutMilliseconds: Int

    public init(
        _ url: OutgoingURL, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        responseLimit: Int = Limits.outgoingResponseBytes, timeoutMilliseconds: Int = Limits.outgoingMilliseconds
    ) {
        self.url = url
        self.headers = headers
        self.body = body
        self.responseLimit = responseLimit
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}
