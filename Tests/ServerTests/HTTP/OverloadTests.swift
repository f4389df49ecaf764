import Glibc
import Testing
import Wire

@testable import Server

@Suite struct OverloadTests {
    @Test func aDrippedHeadIsCutByTheTotalDeadline() throws {
        let server = try TestServer(configure: { $0.deadlines.headMilliseconds = 300 }) { _, _ in
            .respond(text(200, ""))
        }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: t\r\nX-Drip: ")
        // Never idle for longer than 10 ms: only a total deadline ends this.
        let cut = eventually {
            usleep(10_000)
            return !client.send("a") || server.server.counters.snapshot.timedOut == 1
        }
        #expect(cut)
        #expect(server.server.counters.snapshot.timedOut == 1)
        #expect(
            eventually {
                client.close(); return server.server.counters.snapshot.open == 0
            })
    }

    @Test func aSilentHeadGets408() throws {
        let server = try TestServer(configure: { $0.deadlines.headMilliseconds = 100 }) { _, _ in
            .respond(text(200, ""))
        }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost")
        let response = client.response()
        #expect(response?.status == 408)
        #expect(response?.headers["connection"] == "close")
        #expect(client.isEnded())
    }

    @Test func aDrippedBodyIsCutByItsRate() throws {
        let server = try TestServer(configure: { $0.deadlines.bodyGraceMilliseconds = 200 }) { _, _ in
            .respond(text(200, ""))
        }
        let client = try #require(RawClient(port: server.port))
        client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1000\r\n\r\n")
        let cut = eventually {
            usleep(20_000)
            client.send("x")
            return server.server.counters.snapshot.timedOut == 1
        }
        #expect(cut)
    }

    @Test func aConnectionThatSaysNothingIsClosed() throws {
        let server = try TestServer(configure: {
            $0.deadlines.headMilliseconds = 100
            $0.deadlines.idleMilliseconds = 100
        }) { _, _ in .respond(text(200, "")) }
        let silent = try #require(RawClient(port: server.port))
        #expect(silent.isEnded())
        let idle = try #require(RawClient(port: server.port))
        #expect(idle.get("/")?.status == 200)
        #expect(idle.isEnded())
    }

    @Test func aReaderThatStopsIsCutOff() throws {
        let server = try TestServer(configure: { $0.deadlines.writeStallMilliseconds = 200 }) { _, _ in
            .respond(HTTPResponse(status: 200, body: .init(repeating: 1, count: 64 << 20)))
        }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { server.server.counters.snapshot.timedOut == 1 })
        #expect(eventually { server.server.counters.snapshot.open == 0 })
    }

    @Test func aFullQueueAnswers503FromTheLoop() throws {
        let latch = Latch()
        let started = Tally()
        let server = try TestServer(workerThreads: 1, queue: 1) { _, _ in
            started.add()
            latch.wait()
            return .respond(text(200, "done"))
        }
        let running = try #require(RawClient(port: server.port))
        running.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { started.value == 1 })
        let queued = try #require(RawClient(port: server.port))
        queued.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { server.workers.load.queued == 1 })
        let refused = try #require(RawClient(port: server.port))
        let response = refused.get("/")
        #expect(response?.status == 503)
        #expect(response?.text == "OVERLOADED")
        latch.open()
        #expect(running.response()?.text == "done")
        #expect(queued.response()?.text == "done")
        // The refusal was about the moment, not about the connection.
        #expect(refused.get("/")?.text == "done")
    }

    @Test func oneAddressHasItsShareOfConnections() throws {
        let server = try TestServer(configure: { $0.maximumConnectionsPerAddress = 3 }) { _, _ in
            .respond(text(200, ""))
        }
        let first = (0..<3).compactMap { _ in RawClient(port: server.port) }
        for client in first { #expect(client.get("/")?.status == 200) }
        let extra = try #require(RawClient(port: server.port))
        let refused = extra.response()
        #expect(refused == nil || refused?.status == 503)
        #expect(extra.isEnded())
        first.first?.close()
        #expect(eventually { server.server.counters.snapshot.open == 2 })
        #expect(RawClient(port: server.port)?.get("/")?.status == 200)
        withExtendedLifetime(first) {}
    }

    @Test func aTrustedProxyHasMore() throws {
        let server = try TestServer(configure: {
            $0.maximumConnectionsPerAddress = 1
            $0.trustedProxies = [CIDRBlock("127.0.0.1")].compactMap { $0 }
        }) { _, _ in .respond(text(200, "")) }
        let clients = (0..<10).compactMap { _ in RawClient(port: server.port) }
        for client in clients { #expect(client.get("/")?.status == 200) }
    }

    @Test func theTotalLimitHoldsForProxiesToo() throws {
        let server = try TestServer(configure: {
            $0.maximumConnections = 2
            $0.trustedProxies = [CIDRBlock("127.0.0.1")].compactMap { $0 }
        }) { _, _ in .respond(text(200, "")) }
        let clients = (0..<2).compactMap { _ in RawClient(port: server.port) }
        for client in clients { #expect(client.get("/")?.status == 200) }
        let extra = try #require(RawClient(port: server.port))
        #expect(extra.response()?.status ?? 503 == 503)
        #expect(extra.isEnded())
        withExtendedLifetime(clients) {}
    }

    @Test func anOversizedBodyIsRefusedBeforeItIsRead() throws {
        let server = try TestServer { _, _ in .respond(text(200, "")) }
        let declared = try #require(RawClient(port: server.port))
        declared.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1073741824\r\n\r\n")
        #expect(declared.response()?.status == 413)
        #expect(declared.isEnded())
        let chunked = try #require(RawClient(port: server.port))
        chunked.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<100 { chunked.send("100\r\n" + String(repeating: "x", count: 256) + "\r\n") }
        #expect(chunked.response()?.status == 413)
    }

    @Test func theBufferBudgetBoundsWhatArrives() throws {
        let handler = ClosureHandler(bodyLimit: 1 << 20) { _, _ in .respond(text(200, "")) }
        let server = try TestServer(configure: { $0.bufferBudgetBytes = 100_000 }, handler: handler)
        let client = try #require(RawClient(port: server.port))
        client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 500000\r\n\r\n")
        client.send(String(repeating: "x", count: 200_000))
        #expect(client.response()?.status == 503)
        let next = try #require(RawClient(port: server.port))
        #expect(next.post("/", String(repeating: "x", count: 50_000))?.status == 200)
    }

    @Test func malformedBytesGet400AndTheEnd() throws {
        let server = try TestServer { _, _ in .respond(text(200, "")) }
        for bytes in ["GET / HTTP/1.1\nHost: t\n\n", "\u{16}\u{3}\u{1}", "GET /\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"] {
            let client = try #require(RawClient(port: server.port))
            client.send(bytes)
            #expect(client.response()?.status == 400)
            #expect(client.isEnded())
        }
    }
}
