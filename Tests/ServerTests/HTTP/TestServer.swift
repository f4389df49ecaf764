import Glibc
import Synchronization
import Wire

@testable import Server

/// Answers what a test tells it to; refusals become a line of text.
struct ClosureHandler: RequestHandler {
    var bodyLimit = 1_024
    let body: @Sendable (HTTPRequest, RequestContext) -> HandlerOutcome

    func handle(_ request: HTTPRequest, _ context: RequestContext) -> HandlerOutcome { body(request, context) }

    func refuse(_ refusal: TransportRefusal, _ context: RequestContext) -> HTTPResponse {
        text(refusal.status, refusal.code)
    }

    func bodyLimit(method: String, rawPath: String) -> Int { bodyLimit }
}

func text(_ status: Int, _ body: String) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(body.utf8))
}

/// A server on a port that the system chose. Stops when it goes.
final class TestServer: Sendable {
    let server: HTTPServer
    let workers: WorkerPool
    let port: UInt16

    init(
        workerThreads: Int = 4, queue: Int = 256, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        handler: any RequestHandler
    ) throws {
        var configuration = HTTPServerConfiguration(
            name: "test", address: SocketAddress(IPAddress(v4: 0x7F00_0001), port: 0))
        configuration.deadlines.granularityMilliseconds = 5
        configure(&configuration)
        workers = WorkerPool(threads: workerThreads, queueCapacity: queue)
        server = HTTPServer(configuration, handler: handler, workers: workers)
        try server.start()
        port = server.boundPort ?? 0
    }

    convenience init(
        workerThreads: Int = 4, queue: Int = 256, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (HTTPRequest, RequestContext) -> HandlerOutcome
    ) throws {
        try self.init(
            workerThreads: workerThreads, queue: queue, configure: configure, handler: ClosureHandler(body: body))
    }

    deinit {
        server.stop(graceMilliseconds: 0)
        workers.stop()
    }
}

/// Asks until the answer is yes. Tests wait for what they need instead of sleeping for as long as it may take.
func eventually(seconds: Int = 20, _ condition: () -> Bool) -> Bool {
    let end = MonotonicTime.now().advanced(byMilliseconds: seconds * 1_000)
    while MonotonicTime.now() < end {
        if condition() { return true }
        usleep(2_000)
    }
    return condition()
}

/// Blocks workers until it is opened.
final class Latch: Sendable {
    private let monitor = Monitor(false)

    func open() {
        monitor.withLock { $0 = true }
        monitor.broadcast()
    }

    func wait() {
        _ = monitor.wait(until: .now().advanced(byMilliseconds: 30_000)) { $0 ? true : nil }
    }
}

/// A number that several threads count up, and a test looks at.
final class Tally: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .acquiring) }

    @discardableResult
    func add(_ difference: Int = 1) -> Int {
        count.wrappingAdd(difference, ordering: .acquiringAndReleasing).newValue
    }
}
