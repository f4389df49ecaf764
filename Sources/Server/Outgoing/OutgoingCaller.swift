/// Calls other servers.
public protocol OutgoingCaller: Sendable {
    /// Blocks until there is an answer, or the request's time is up.
    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingResponse
}

extension OutgoingCaller {
    /// The same, with what is left of a longer undertaking's time.
    func send(_ request: OutgoingRequest, until end: MonotonicTime) throws(OutgoingError) -> OutgoingResponse {
        let left = end.since(.now())
        guard left > 0 else { throw .timeout }
        var request = request
        request.timeoutMilliseconds = min(request.timeoutMilliseconds, left)
        return try send(request)
    }
}
