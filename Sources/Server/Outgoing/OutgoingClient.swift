import Glibc

/// Calls other servers with libcurl: certificates are verified, redirects are not followed, everything is bounded.
public final class OutgoingClient: OutgoingCaller {
    private let library: CurlLibrary
    private let free = Monitor(Limits.outgoingCalls)

    /// - Throws: `libraryMissing`
    public init() throws(OutgoingError) {
        library = try CurlLibrary.load()
    }

    public func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingResponse {
        let isAdmitted = free.withLock { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
        guard isAdmitted else { throw .busy }
        defer { free.withLock { $0 += 1 } }
        return try CurlTransfer(library, limit: request.responseLimit).perform(request)
    }
}
