import Wire

/// The one error shape of the API (mobile-api §1).
public struct ServerProblem: Error, Sendable, Equatable {
    /// The HTTP status.
    public let status: Int
    /// The stable code; `HTTP_<status>` when the body is not of that shape (a proxy answered).
    public let code: String
    /// For a person.
    public let detail: String
    /// Seconds of Retry-After, if the server asked for a pause.
    public let retryAfterSeconds: Int?
    /// The X-Request-ID of the response, for whoever reads the server's log.
    public let requestId: String?
    /// JSON pointers of the members that the server did not like.
    public let pointers: [String]

    public init(
        status: Int, code: String, detail: String = "", retryAfterSeconds: Int? = nil, requestId: String? = nil,
        pointers: [String] = []
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.retryAfterSeconds = retryAfterSeconds
        self.requestId = requestId
        self.pointers = pointers
    }

    /// Reads any response that is not a success.
    init(_ response: HTTPResponse) {
        let body = try? JSONParser.parse(response.body)
        self.init(
            status: response.status, code: body?["code"]?.string ?? "HTTP_\(response.status)",
            detail: body?["detail"]?.string ?? body?["error"]?.string ?? "",
            retryAfterSeconds: response.headers["Retry-After"].flatMap { Int($0) }.map { min(max($0, 0), 3_600) },
            requestId: response.headers["X-Request-ID"],
            pointers: (body?["errors"]?.array ?? []).compactMap { $0["pointer"]?.string })
    }
}
