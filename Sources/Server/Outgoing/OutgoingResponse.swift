import Wire

/// What another server answered. A redirect is an answer like any other: nobody follows it.
public struct OutgoingResponse: Sendable {
    public let status: Int
    public let headers: HTTPHeaders
    public let body: [UInt8]

    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
