import Wire

/// `/livez`, `/readyz` and `/metrics`, on their own listener.
struct AdminRoutes: Sendable {
    let readiness: Readiness
    let metrics: Metrics

    var routes: [Route] {
        [
            Route("GET", "/livez") { _ throws(ServiceError) in
                .respond(.json { $0.member("status", "alive") })
            },
            Route("GET", "/readyz") { _ throws(ServiceError) in .respond(readiness.report()) },
            Route("GET", "/metrics") { _ throws(ServiceError) in
                .respond(
                    HTTPResponse(
                        status: 200,
                        headers: HTTPHeaders(["Content-Type": "text/plain; version=0.0.4; charset=utf-8"]),
                        body: metrics.render()))
            },
        ]
    }
}
