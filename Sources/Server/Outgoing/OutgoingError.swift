/// Why a call to another server brought no answer.
public enum OutgoingError: String, Error, Sendable, CaseIterable {
    /// The library is not installed.
    case libraryMissing = "library_missing"
    /// Too many calls are under way.
    case busy
    /// The name is unknown, or nobody accepts the connection.
    case unreachable
    case timeout
    /// The certificate does not verify, or there is no common protocol.
    case tls
    /// Longer than the request allows.
    case tooLarge = "too_large"
    /// Anything else: a broken answer, a connection that closed.
    case broken
}
