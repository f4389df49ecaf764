import Crypto
import Wire

/// Between transport and routes: finds the route, runs it, renders every error in the one shape, writes the one log
/// line and the metrics of a request. No response and no error takes another way out.
public struct Application: RequestHandler {
    /// The metrics of requests; one for all listeners of a process.
    public struct RequestMetrics: Sendable {
        let requests: Counter
        let errors: Counter
        let duration: Histogram
        let failures: Counter

        public init(_ metrics: Metrics) {
            requests = metrics.counter(
                "tamga_http_requests_total", help: "Requests by route and status.",
                labels: ["method", "route", "status"])
            errors = metrics.counter(
                "tamga_http_errors_total", help: "Requests that ended with an error, by its code.",
                labels: ["route", "code"])
            duration = metrics.histogram(
                "tamga_http_request_seconds", help: "From the first byte of a request to its answer; polls wait.",
                labels: ["route"])
            failures = metrics.counter(
                "tamga_http_failures_total", help: "Answers with 5xx, by their cause inside.",
                labels: ["route", "cause"])
        }
    }

    /// What a request needs to be finished, also after it was parked. Small: the request itself is not kept.
    private struct Ending: Sendable {
        let route: String
        let method: KnownMethod
        let trace: TraceParent?
        let negotiation: Problem.Negotiation
        var annotation: Route.Annotation?
    }

    private let router: Router
    private let logger: Logger
    private let metrics: RequestMetrics

    public init(router: Router, logger: Logger, metrics: RequestMetrics) {
        self.router = router
        self.logger = logger
        self.metrics = metrics
    }

    public func begin(_ request: HTTPRequest, _ context: RequestContext) -> RequestBeginning {
        let trace = TraceParent(request.headers["traceparent"])
        let negotiation = Problem.Negotiation(request.headers)
        switch router.match(method: request.method, rawPath: request.rawPath) {
        case .refused(let error):
            let ending = Ending(
                route: "unmatched", method: KnownMethod(request.method), trace: trace, negotiation: negotiation)
            return .work { .respond(finish(ending, context, failure: error)) }
        case .route(let route, let parameters):
            let ending = Ending(
                route: route.template, method: KnownMethod(request.method), trace: trace, negotiation: negotiation,
                annotation: route.annotation)
            let call = Call(request: request, context: context, parameters: parameters, trace: trace)
            let known = answer(ending, context) { () throws(ServiceError) in try route.atOnce?(call) }
            if let known { return .respond(known) }
            return .work { conclude(ending, context) { () throws(ServiceError) in try route.handler(call) } }
        }
    }

    public func handle(_ request: HTTPRequest, _ context: RequestContext) -> HandlerOutcome {
        switch begin(request, context) {
        case .respond(let response): .respond(response)
        case .work(let work): work()
        }
    }

    /// The answer to what needs no worker; nil when it does.
    private func answer(
        _ ending: Ending, _ context: RequestContext, _ look: () throws(ServiceError) -> HTTPResponse?
    ) -> HTTPResponse? {
        do throws(ServiceError) { return try look().map { finish(ending, context, success: $0) } } catch {
            return finish(ending, context, failure: error)
        }
    }

    public func refuse(_ refusal: TransportRefusal, _ context: RequestContext) -> HTTPResponse {
        let ending = Ending(
            route: "transport", method: .other, trace: nil, negotiation: Problem.Negotiation(HTTPHeaders()))
        return finish(ending, context, failure: ServiceError(refusal))
    }

    public func bodyLimit(method: String, rawPath: String) -> Int {
        if case .route(let route, _) = router.match(method: method, rawPath: rawPath) { return route.bodyLimit }
        return Limits.bodyBytes
    }

    public var undisputedBody: Int { router.smallestBodyLimit }

    public func handshakeFailed(_ failure: TLSFailure, _ context: RequestContext) {
        logger.log(.info, "TLS handshake failed", [.requestID(context.requestID), .detail(failure.text)])
    }

    /// Runs a step of a route and, when it parks, arranges that the next one is concluded in the same way.
    private func conclude(
        _ ending: Ending, _ context: RequestContext, _ step: () throws(ServiceError) -> RouteOutcome
    ) -> HandlerOutcome {
        do throws(ServiceError) {
            switch try step() {
            case .respond(let response):
                return .respond(finish(ending, context, success: response))
            case .park(let ticket, let until, let onWake):
                let guardian = AbandonmentGuard { record(ending, context, 499, level: .info) }
                return .park(ticket, until: until) { context in
                    guardian.disarm()
                    return conclude(ending, context) { () throws(ServiceError) in try onWake(context) }
                }
            }
        } catch {
            return .respond(finish(ending, context, failure: error))
        }
    }

    private func finish(_ ending: Ending, _ context: RequestContext, failure: ServiceError) -> HTTPResponse {
        var response = Problem(failure, requestID: context.requestID, negotiation: ending.negotiation).response
        ending.annotation?(&response)
        metrics.errors.add(1, [ending.route, failure.code.metricLabel])
        record(ending, context, response.status, level: failure.code.level, failure)
        return response
    }

    private func finish(_ ending: Ending, _ context: RequestContext, success: HTTPResponse) -> HTTPResponse {
        var response = success
        // Answers are about one person at one moment unless a route says otherwise.
        if response.headers["Cache-Control"] == nil { response.headers.add("Cache-Control", "no-store") }
        ending.annotation?(&response)
        record(ending, context, response.status, level: .info)
        return response
    }

    private func record(
        _ ending: Ending, _ context: RequestContext, _ status: Int, level: LogLevel,
        _ failure: ServiceError? = nil
    ) {
        let milliseconds = Double(max(0, context.now.since(context.received)))
        metrics.requests.add(1, [ending.method.rawValue, ending.route, String(status)])
        metrics.duration.observe(milliseconds / 1_000, [ending.route])
        var fields: [LogField] = [
            .requestID(context.requestID), .trace(ending.trace), .method(ending.method), .route(ending.route),
            .status(status), .milliseconds(milliseconds),
        ]
        if let failure { fields.append(.outcome(failure.code)) }
        if let cause = failure?.cause, status >= 500 {
            fields.append(.cause(cause))
            metrics.failures.add(1, [ending.route, cause.kind.rawValue])
        }
        logger.log(level, "request", fields)
    }
}
