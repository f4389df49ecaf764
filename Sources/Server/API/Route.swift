import Wire

/// What a route handler decided; as `HandlerOutcome`, but a woken poll may also fail.
public enum RouteOutcome: Sendable {
    /// What a parked poll does when it is woken; see `HandlerOutcome.park`.
    public typealias Wake = @Sendable (RequestContext) throws(ServiceError) -> RouteOutcome

    case respond(HTTPResponse)
    case park(WaitTicket, until: MonotonicTime, onWake: Wake)
}

/// One request as a route handler sees it.
public struct Call: Sendable {
    public let request: HTTPRequest
    public let context: RequestContext
    /// The `{name}` segments of the path, percent-decoded.
    public let parameters: [String: String]
    /// The W3C trace context that came with the request, to be passed on.
    public let trace: TraceParent?
    /// The attested key that has signed the request; nil where attestation is off, and for routes without it.
    public private(set) var attestedBy: AttestedCall?

    public init(
        request: HTTPRequest, context: RequestContext, parameters: [String: String] = [:], trace: TraceParent? = nil
    ) {
        self.request = request
        self.context = context
        self.parameters = parameters
        self.trace = trace
    }

    /// The same call of a phone whose key is known.
    func attested(by key: AttestedCall) -> Call {
        var call = self
        call.attestedBy = key
        return call
    }

    /// A path parameter; the router has put in every one that the template names.
    public func parameter(_ name: String) throws(ServiceError) -> String {
        guard let value = parameters[name] else { throw ServiceError(.notFound) }
        return value
    }
}

/// One method on one path template.
public struct Route: Sendable {
    public typealias Handler = @Sendable (Call) throws(ServiceError) -> RouteOutcome
    /// Adds header fields to every answer of a route, its errors included.
    typealias Annotation = @Sendable (inout HTTPResponse) -> Void
    /// Answers what needs nothing but memory, or leaves the request to the handler (nil). Runs on the event loop: it
    /// must not block.
    public typealias AtOnce = @Sendable (Call) throws(ServiceError) -> HTTPResponse?

    /// GET also answers HEAD.
    public let method: String
    /// `/session/{id}/refuse`: literal segments match byte for byte as sent, `{name}` matches one non-empty segment.
    /// Also the name of the route in logs and metrics.
    public let template: String
    /// The largest body in bytes.
    public let bodyLimit: Int
    public let handler: Handler
    let atOnce: AtOnce?
    private(set) var annotation: Annotation?

    public init(
        _ method: String, _ template: String, bodyLimit: Int = Limits.bodyBytes, atOnce: AtOnce? = nil,
        handler: @escaping Handler
    ) {
        self.method = method
        self.template = template
        self.bodyLimit = bodyLimit
        self.handler = handler
        self.atOnce = atOnce
    }

    /// The same route with something before its handler.
    /// - Parameters:
    ///   - annotation: nil keeps what there is
    ///   - atOnce: nil leaves everything to the handler: what stands before it must not be gone around
    func behind(
        _ handler: @escaping Handler, annotating annotation: Annotation? = nil, atOnce: AtOnce? = nil
    ) -> Route {
        var route = Route(method, template, bodyLimit: bodyLimit, atOnce: atOnce, handler: handler)
        route.annotation = annotation ?? self.annotation
        return route
    }
}
