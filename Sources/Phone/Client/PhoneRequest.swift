import Wire

/// One request of the phone, as it goes to a `Transport`.
public struct PhoneRequest: Sendable {
    public var method: String
    /// Begins with `/v3/`, percent-encoded, may have a query.
    public var path: String
    public var headers: HTTPHeaders
    /// JSON; nil for requests without a body.
    public var body: [UInt8]?
    /// From the call to the last byte of the response.
    public var timeoutMilliseconds: Int

    public init(
        method: String, path: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
        timeoutMilliseconds: Int = 30_000
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}
