import Crypto
import Wire

/// What an `HTTPServer` serves. The transport knows sockets, the handler knows routes and how an error looks.
public protocol RequestHandler: Sendable {
    /// Looks at one request. Runs on the event loop: it must not block. What needs nothing but memory is answered by
    /// this, everything else becomes work for a worker thread.
    func begin(_ request: HTTPRequest, _ context: RequestContext) -> RequestBeginning

    /// Answers one request. Runs on a worker thread and may block, within `context.deadline`.
    func handle(_ request: HTTPRequest, _ context: RequestContext) -> HandlerOutcome

    /// Renders a refusal that the transport decided on (a malformed request, an overload). Runs on the event loop: it
    /// must not block. The transport closes the connection when the refusal demands it.
    func refuse(_ refusal: TransportRefusal, _ context: RequestContext) -> HTTPResponse

    /// The largest body in bytes that this route takes; asked as soon as the head is complete, before any body is
    /// read. Runs on the event loop.
    func bodyLimit(method: String, rawPath: String) -> Int

    /// The smallest value that `bodyLimit` ever has: about a body below it nobody is asked.
    var undisputedBody: Int { get }

    /// Takes note of a TLS handshake that came to nothing. Runs on the event loop; of many failures some are told.
    func handshakeFailed(_ failure: TLSFailure, _ context: RequestContext)
}

extension RequestHandler {
    public func begin(_ request: HTTPRequest, _ context: RequestContext) -> RequestBeginning {
        .work { handle(request, context) }
    }

    public func bodyLimit(method: String, rawPath: String) -> Int { Limits.bodyBytes }

    public var undisputedBody: Int { 0 }

    public func handshakeFailed(_ failure: TLSFailure, _ context: RequestContext) {}
}

/// What a handler makes of a request that has come.
public enum RequestBeginning: Sendable {
    /// Send this.
    case respond(HTTPResponse)
    /// What `handle` would do, for a worker thread.
    case work(@Sendable () -> HandlerOutcome)
}

/// What a handler decided.
public enum HandlerOutcome: Sendable {
    /// What a parked poll does when it is woken.
    public typealias Wake = @Sendable (RequestContext) -> HandlerOutcome

    /// Send this.
    case respond(HTTPResponse)
    /// Nothing to say yet: keep the connection, give back the thread. When the ticket is woken, when `until` has
    /// passed or when the server begins to drain, `onWake` runs on a worker thread with a fresh context (new deadline)
    /// and decides again. It looks at `context.now >= until` and `context.isDraining` itself, and registers a new
    /// ticket *before* it reads the row when it wants to park again.
    case park(WaitTicket, until: MonotonicTime, onWake: Wake)
}

/// A request that never reached a handler, and why.
public struct TransportRefusal: Sendable, Equatable {
    /// 400, 408, 413, 414, 417, 431, 501, 503 or 505.
    public let status: Int
    /// Stable code, upper snake: `REQUEST_MALFORMED`, `PAYLOAD_TOO_LARGE`, `OVERLOADED`, …
    public let code: String
    /// For the log; never contains bytes of the request.
    public let reason: String
    public let retryAfterSeconds: Int?

    public init(status: Int, code: String, reason: String, retryAfterSeconds: Int? = nil) {
        self.status = status
        self.code = code
        self.reason = reason
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// The worker queue is full.
    static let overloaded = TransportRefusal(
        status: 503, code: "OVERLOADED", reason: "worker queue full", retryAfterSeconds: Limits.retryAfterSeconds)
    /// Too many connections, in all or from one address.
    static let tooManyConnections = TransportRefusal(
        status: 503, code: "OVERLOADED", reason: "connection limit", retryAfterSeconds: Limits.retryAfterSeconds)
    /// The memory for requests under way is used up.
    static let outOfBuffers = TransportRefusal(
        status: 503, code: "OVERLOADED", reason: "request buffers full", retryAfterSeconds: Limits.retryAfterSeconds)
    /// The request did not arrive within its total deadline.
    static let tooSlow = TransportRefusal(status: 408, code: "REQUEST_TIMEOUT", reason: "request too slow")
}
