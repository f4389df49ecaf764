import Wire

/// The way to the server. Tests put a server in the same process behind it, lose answers, change or repeat them;
/// an app wraps one that adds the attestation headers of mobile-api §2.
public protocol Transport: Sendable {
    /// Sends one request and waits for its response, whatever its status.
    /// - Throws: why there is none.
    func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse
}
