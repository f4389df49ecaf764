/// The sockets of a process and what answers on each.
struct ServerListeners: Sendable {
    let api: HTTPServer
    /// The same API with TLS; nil without.
    let secureAPI: HTTPServer?
    let admin: HTTPServer
    let relay: HTTPServer
    let apiRoutes: [Route]

    init(
        _ wiring: Wiring, fence: RestoreFence?, threads: ServerThreads, readiness: Readiness, logger: Logger
    ) throws {
        let configuration = wiring.configuration
        let requests = Application.RequestMetrics(wiring.metrics)
        apiRoutes = fence?.guarding(wiring.apiRoutes()) ?? wiring.apiRoutes()
        let relayedRoutes = fence?.guarding(wiring.relayedRoutes()) ?? wiring.relayedRoutes()
        let application = Application(
            router: try Router(prefix: "v3", apiRoutes), logger: logger, metrics: requests)
        api = HTTPServer(wiring.apiConfiguration, handler: application, workers: threads.workers)
        secureAPI = wiring.secureConfiguration.map {
            HTTPServer($0, handler: application, workers: threads.workers)
        }
        relay = HTTPServer(
            HTTPServerConfiguration(name: "relay", address: configuration.relayListen),
            handler: Application(router: try Router(prefix: "v3", relayedRoutes), logger: logger, metrics: requests),
            workers: threads.relay)
        admin = HTTPServer(
            HTTPServerConfiguration(name: "admin", address: configuration.adminListen),
            handler: Application(
                router: try Router(AdminRoutes(readiness: readiness, metrics: wiring.metrics).routes),
                logger: Logger.silent, metrics: requests), workers: threads.admin)
    }
}
