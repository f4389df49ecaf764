import Glibc
import Testing
import Wire

@testable import Server

@Suite struct ServerBasicsTests {
    private func echo(_ request: HTTPRequest, _ context: RequestContext) -> HandlerOutcome {
        .respond(text(200, "\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))"))
    }

    @Test func keepAliveServesManyRequestsOverOneConnection() throws {
        let server = try TestServer(echo)
        let client = try #require(RawClient(port: server.port))
        for number in 0..<50 {
            let response = try #require(client.get("/\(number)"))
            #expect(response.status == 200)
            #expect(response.text == "GET /\(number) ")
        }
        #expect(server.server.counters.snapshot.accepted == 1)
    }

    @Test func everyResponseHasDateLengthAndRequestID() throws {
        let server = try TestServer(echo)
        let client = try #require(RawClient(port: server.port))
        let first = try #require(client.get("/a"))
        let second = try #require(client.post("/b", "x"))
        #expect(first.headers["date"]?.hasSuffix("GMT") == true)
        #expect(first.headers["content-length"] == "7")
        #expect(UUIDText.isValid(first.headers["x-request-id"] ?? ""))
        #expect(first.headers["x-request-id"] != second.headers["x-request-id"])
    }

    @Test func pipelinedRequestsAreAnsweredInOrderOneAtATime() throws {
        let running = Tally()
        let overlapped = Tally()
        let server = try TestServer { request, _ in
            if running.add() > 1 { overlapped.add() }
            usleep(500)
            running.add(-1)
            return .respond(text(200, request.target))
        }
        let client = try #require(RawClient(port: server.port))
        client.send((0..<100).map { "GET /\($0) HTTP/1.1\r\nHost: t\r\n\r\n" }.joined())
        for number in 0..<100 { #expect(client.response()?.text == "/\(number)") }
        #expect(overlapped.value == 0)
    }

    @Test func aRequestMayArriveByteByByte() throws {
        let server = try TestServer(echo)
        let client = try #require(RawClient(port: server.port))
        for byte in "POST /slow HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc" { client.send(String(byte)) }
        #expect(client.response()?.text == "POST /slow abc")
    }

    @Test func headGetsTheLengthButNoBody() throws {
        let server = try TestServer(echo)
        let client = try #require(RawClient(port: server.port))
        client.send("HEAD /x HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(client.response(toHead: true)?.headers["content-length"] == "8")
        #expect(client.get("/next")?.status == 200)
    }

    @Test func closeIsHonouredAndAnnounced() throws {
        let server = try TestServer(echo)
        let client = try #require(RawClient(port: server.port))
        #expect(client.get("/x", "Connection: close\r\n")?.headers["connection"] == "close")
        #expect(client.isEnded())
    }

    @Test func aHalfClosedClientStillGetsItsAnswer() throws {
        let server = try TestServer(echo)
        let client = try #require(RawClient(port: server.port))
        client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n")
        client.shutdownWrite()
        #expect(client.response()?.status == 200)
        #expect(client.isEnded())
    }

    @Test func expectContinueIsAnswered() throws {
        let server = try TestServer(echo)
        let client = try #require(RawClient(port: server.port))
        client.send("POST /x HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.response()?.status == 100)
        client.send("ok")
        #expect(client.response()?.text == "POST /x ok")
    }

    @Test func theConnectionEndsAfterItsShareOfRequests() throws {
        let server = try TestServer(configure: { $0.requestsPerConnection = 3 }, echo)
        let client = try #require(RawClient(port: server.port))
        #expect(client.get("/1")?.headers["connection"] == nil)
        #expect(client.get("/2")?.headers["connection"] == nil)
        #expect(client.get("/3")?.headers["connection"] == "close")
        #expect(client.isEnded())
    }

    @Test func aLargeResponseReachesASlowReader() throws {
        let size = 8 * 1_024 * 1_024
        let server = try TestServer { _, _ in
            .respond(HTTPResponse(status: 200, body: .init(repeating: 7, count: size)))
        }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\nGET / HTTP/1.1\r\nHost: t\r\n\r\n")
        usleep(50_000)
        #expect(client.response()?.body.count == size)
        #expect(client.response()?.body.count == size)
    }

    @Test func severalLoopsShareOneListener() throws {
        let server = try TestServer(configure: { $0.eventLoops = 3 }, echo)
        let clients = (0..<30).compactMap { _ in RawClient(port: server.port) }
        #expect(clients.count == 30)
        for client in clients { #expect(client.get("/x")?.status == 200) }
        for client in clients { #expect(client.get("/y")?.status == 200) }
    }

    @Test func theForwardedAddressCountsOnlyFromATrustedProxy() throws {
        let handler = ClosureHandler { _, context in .respond(text(200, "\(context.client)")) }
        let trusting = try TestServer(
            configure: { $0.trustedProxies = [CIDRBlock("127.0.0.0/8")].compactMap { $0 } }, handler: handler)
        let plain = try TestServer(handler: handler)
        let header = "X-Forwarded-For: 203.0.113.9, 198.51.100.7, 127.0.0.9\r\n"
        #expect(RawClient(port: trusting.port)?.get("/", header)?.text == "198.51.100.7")
        #expect(RawClient(port: plain.port)?.get("/", header)?.text == "127.0.0.1")
    }

    @Test func anAddressInUseIsReportedInWords() throws {
        let server = try TestServer(echo)
        let second = HTTPServer(
            HTTPServerConfiguration(name: "x", address: SocketAddress(IPAddress(v4: 0x7F00_0001), port: server.port)),
            handler: ClosureHandler(body: echo), workers: server.workers)
        #expect {
            try second.start()
        } throws: { error in
            "\(error)".contains("bind") && "\(error)".contains("127.0.0.1:\(server.port)")
        }
    }
}
