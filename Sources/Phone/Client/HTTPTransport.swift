import Wire

/// Plain HTTP/1.1 to one base URL; TLS is the business of a proxy beside the phone or of the app's own transport.
public struct HTTPTransport: Transport {
    private let client: HTTPClient

    /// - Parameter baseURL: `http://host[:port][/prefix]`; a trailing `/v3` is the API's own prefix and may be left out
    /// - Throws: `.badURL`
    public init(baseURL: String) throws(HTTPClientError) {
        client = try HTTPClient(baseURL: Self.withoutVersion(baseURL))
    }

    public func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        try client.send(
            method: request.method, path: request.path, headers: request.headers, body: request.body,
            timeoutMilliseconds: request.timeoutMilliseconds)
    }

    /// The URL without the `/v3` that every path of `PhoneClient` brings with it.
    static func withoutVersion(_ url: String) -> String {
        var text = Substring(url)
        while text.hasSuffix("/") { text.removeLast() }
        if text.hasSuffix("/v3") { text.removeLast(3) }
        return String(text)
    }
}
