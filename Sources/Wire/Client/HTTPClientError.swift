/// Why a request of `HTTPClient` has no response. A response with an error status is a response.
public enum HTTPClientError: Error, Sendable, Equatable {
    /// The base URL is not `http://host[:port][/prefix]`; or it is https and the client has no layer for that, or the
    /// other way round.
    case badURL
    /// Method, path or a field would not make a well-formed request.
    case badRequest
    /// The host's name has no address; the resolver's own words.
    case unresolved(String)
    /// No address took the connection; the last `errno`.
    case unreachable(errno: Int32)
    /// The deadline passed. Whether the server has acted is unknown.
    case timedOut
    /// The connection broke before the response was complete. Whether the server has acted is unknown.
    case connectionLost
    /// The server is not the one that is meant: its certificate is not the pinned one. Nothing was sent.
    case untrusted
    /// TLS failed, in its handshake or later.
    case layerBroken
    /// What came back is not HTTP that we accept.
    case badResponse(HTTPRefusal)
}
