import Glibc
import Storage
import Synchronization
import Testing
import Wire

@testable import Server

@Suite struct ApplicationTests {
    private final class Lines: Sendable {
        let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        var logger: Logger {
            Logger { line in self.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
        }
    }

    private let registry = WaiterRegistry()
    private let metrics = Metrics()
    private let lines = Lines()

    private func server(workerThreads: Int = 4, queue: Int = 64, latch: Latch? = nil) throws -> TestServer {
        let registry = self.registry
        let routes = [
            Route("GET", "/session/{id}") { call throws(ServiceError) in
                let id = try call.parameter("id")
                guard id != "none" else { throw ServiceError(.sessionNotFound) }
                return .respond(.json { $0.member("id", id) })
            },
            Route("GET", "/poll") { call throws(ServiceError) in
                let wait = try call.queryInteger("timeoutMs", in: 1...120_000) ?? 60_000
                let ticket = registry.register(key: "poll")
                return .park(ticket, until: call.context.now.advanced(byMilliseconds: wait)) {
                    _ throws(ServiceError) in throw ServiceError(.sessionExpired)
                }
            },
            Route("POST", "/echo", bodyLimit: 100) { call throws(ServiceError) in
                let body = try call.json()
                do throws(FieldError) {
                    let name = try body.string("name")
                    return .respond(.json { $0.member("name", name) })
                } catch {
                    throw ServiceError(error)
                }
            },
            Route("GET", "/broken") { _ throws(ServiceError) in
                throw ServiceError(StorageError.other(sqlState: "42P01", reason: "refused by the database"))
            },
            Route("GET", "/wait") { _ throws(ServiceError) in
                latch?.wait()
                return .respond(.json { _ in })
            },
        ]
        let application = Application(
            router: try Router(prefix: "v3", routes), logger: lines.logger,
            metrics: Application.RequestMetrics(metrics))
        return try TestServer(workerThreads: workerThreads, queue: queue, handler: application)
    }

    /// Every error, wherever it arises, has the one shape.
    private func check(_ response: RawClient.Response?, _ status: Int, _ code: String) throws {
        let response = try #require(response)
        #expect(response.status == status)
        let body = try JSONFields(JSONParser.parse(response.body))
        #expect(
            body.object.members.map(\.name) == [
                "type", "title", "status", "detail", "instance", "error", "code", "errors",
            ])
        #expect(try body.string("code") == code)
        #expect(try body.integer("status", in: 0...999) == Int64(status))
        #expect(try body.string("instance") == "urn:uuid:" + (response.headers["x-request-id"] ?? ""))
        #expect(response.headers["content-type"] == "application/json")
        #expect(response.headers["cache-control"] == "no-store")
    }

    @Test func errorsHaveOneShapeFromWhereverTheyCome() throws {
        let server = try server()
        func ask(_ bytes: String) throws -> RawClient.Response? {
            let client = try #require(RawClient(port: server.port))
            client.send(bytes)
            return client.response()
        }
        let end = " HTTP/1.1\r\nHost: t\r\n"
        let json = "Content-Type: application/json\r\n"
        try check(ask("GET /nothing\(end)\r\n"), 404, "NOT_FOUND")
        try check(ask("GET /session/none\(end)\r\n"), 404, "SESSION_NOT_FOUND")
        try check(ask("GET /session/%FF\(end)\r\n"), 400, "PATH_INVALID")
        try check(ask("GET /poll?timeoutMs=0x1\(end)\r\n"), 400, "QUERY_INVALID")
        try check(ask("POST /echo\(end)Content-Length: 2\r\n\r\n{}"), 415, "UNSUPPORTED_MEDIA_TYPE")
        try check(ask("POST /echo\(end)\(json)Content-Length: 1\r\n\r\n{"), 400, "JSON_INVALID")
        try check(ask("POST /echo\(end)\(json)Content-Length: 2\r\n\r\n{}"), 400, "FIELD_MISSING")
        try check(ask("POST /v3/echo\(end)\(json)Content-Length: 101\r\n\r\n"), 413, "PAYLOAD_TOO_LARGE")
        try check(ask("GET /\u{1} HTTP/1.1\r\n\r\n"), 400, "REQUEST_MALFORMED")
        try check(ask("GET / HTTP/9.9\r\n\r\n"), 505, "HTTP_VERSION_UNSUPPORTED")
        try check(ask("GET /\(String(repeating: "x", count: 20_000))\(end)\r\n"), 414, "URI_TOO_LONG")
        try check(ask("GET /\(end)X: \(String(repeating: "x", count: 20_000))\r\n\r\n"), 431, "HEADERS_TOO_LARGE")
    }

    @Test func aWrongMethodIsToldTheRightOnes() throws {
        let server = try server()
        let client = try #require(RawClient(port: server.port))
        let response = client.post("/v3/session/1", "")
        try check(response, 405, "METHOD_NOT_ALLOWED")
        #expect(response?.headers["allow"] == "GET, HEAD")
    }

    @Test func overloadLooksLikeAnyOtherError() throws {
        let latch = Latch()
        let server = try server(workerThreads: 1, queue: 1, latch: latch)
        let clients = (0..<2).compactMap { _ in RawClient(port: server.port) }
        for (index, client) in clients.enumerated() {
            client.send("GET /wait HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(eventually { server.workers.load == (queued: index, busy: 1) })
        }
        let response = RawClient(port: server.port)?.get("/session/1")
        try check(response, 503, "OVERLOADED")
        #expect(response?.headers["retry-after"] == "1")
        latch.open()
    }

    @Test func aWokenPollMayFailLikeAnyRoute() throws {
        let server = try server()
        let client = try #require(RawClient(port: server.port))
        client.send("GET /v3/poll HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { server.server.counters.snapshot.parked == 1 })
        registry.wake("poll")
        try check(client.response(), 404, "SESSION_EXPIRED")
        try check(client.get("/poll?timeoutMs=5"), 404, "SESSION_EXPIRED")
    }

    @Test func oneLineARequestAndNothingOfTheClientInIt() throws {
        let server = try server()
        let client = try #require(RawClient(port: server.port))
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let response = try #require(client.get("/v3/session/SECRET?q=SECRET", "traceparent: \(trace)\r\nX: SECRET\r\n"))
        #expect(eventually { lines.all.count == 1 })
        let line = try #require(lines.all.first)
        #expect(line.hasSuffix("}\n") && !line.contains("SECRET"))
        let fields = try JSONFields(JSONParser.parse(Array(line.utf8.dropLast())))
        #expect(
            fields.object.members.map(\.name) == [
                "ts", "level", "msg", "request_id", "trace_id", "method", "route", "status", "ms",
            ])
        #expect(try fields.string("route") == "/session/{id}")
        #expect(try fields.string("trace_id") == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(try fields.string("request_id") == response.headers["x-request-id"])
    }

    @Test func aFailureIsLoggedWithItsCauseAndAnsweredWithoutIt() throws {
        let server = try server()
        let client = try #require(RawClient(port: server.port))
        let response = client.get("/broken")
        try check(response, 500, "INTERNAL")
        #expect(response.map { String(decoding: $0.body, as: UTF8.self).contains("42P01") } == false)
        #expect(eventually { lines.all.count == 1 })
        #expect(lines.all.first?.contains(#""code":"INTERNAL","cause":"database_other","sqlstate":"42P01"}"#) == true)
        let text = String(decoding: metrics.render(), as: UTF8.self)
        #expect(text.contains(#"tamga_http_failures_total{route="/broken",cause="database_other"} 1"#))
    }

    @Test func aPollWhoseClientLeavesIsLoggedToo() throws {
        let server = try server()
        let client = try #require(RawClient(port: server.port))
        client.send("GET /v3/poll HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { server.server.counters.snapshot.parked == 1 })
        #expect(lines.all.isEmpty)
        client.close()
        #expect(eventually { lines.all.count == 1 })
        #expect(lines.all.first?.contains(#""status":499"#) == true)
        #expect(registry.count == 0)
    }

    @Test func metricsCountByRouteTemplate() throws {
        let server = try server()
        let client = try #require(RawClient(port: server.port))
        for number in 0..<5 { #expect(client.get("/session/\(number)")?.status == 200) }
        #expect(client.get("/session/none")?.status == 404)
        #expect(client.get("/" + String(repeating: "z", count: 50))?.status == 404)
        let text = String(decoding: metrics.render(), as: UTF8.self)
        #expect(text.contains(#"tamga_http_requests_total{method="GET",route="/session/{id}",status="200"} 5"# + "\n"))
        #expect(text.contains(#"tamga_http_errors_total{route="/session/{id}",code="SESSION_NOT_FOUND"} 1"# + "\n"))
        #expect(text.contains(#"tamga_http_request_seconds_count{route="/session/{id}"} 6"# + "\n"))
        #expect(!text.contains("zzz"))
    }
}
