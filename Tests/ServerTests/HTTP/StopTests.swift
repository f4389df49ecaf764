import Glibc
import Testing
import Wire

@testable import Server

@Suite struct StopTests {
    @Test func aGracefulStopWakesPollsAndFinishesRequests() throws {
        let registry = WaiterRegistry()
        let latch = Latch()
        let busy = Tally()
        let server = try TestServer { request, _ in
            if request.target == "/poll" {
                let ticket = registry.register(key: "k")
                return .park(ticket, until: .never) { context in
                    .respond(text(200, context.isDraining ? "RUNNING" : "?"))
                }
            }
            if request.target == "/busy" {
                busy.add()
                latch.wait()
            }
            return .respond(text(200, "finished"))
        }
        let poll = try #require(RawClient(port: server.port))
        poll.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n")
        let working = try #require(RawClient(port: server.port))
        working.send("GET /busy HTTP/1.1\r\nHost: t\r\n\r\n")
        let idle = try #require(RawClient(port: server.port))
        #expect(idle.get("/")?.status == 200)
        #expect(eventually { server.server.counters.snapshot.parked == 1 && busy.value == 1 })

        let stopped = Tally()
        let stopper = OSThread.start(name: "stopper") {
            server.server.stop(graceMilliseconds: 30_000)
            stopped.add()
        }
        let answer = poll.response()
        #expect(answer?.text == "RUNNING")
        #expect(answer?.headers["connection"] == "close")
        #expect(idle.isEnded())
        #expect(stopped.value == 0)
        latch.open()
        #expect(working.response()?.text == "finished")
        #expect(working.isEnded())
        poll.close()
        working.close()
        stopper?.join()
        #expect(server.server.counters.snapshot.open == 0)
        #expect(RawClient(port: server.port) == nil)
        #expect(server.server.boundPort == nil)
    }

    @Test func theGraceEnds() throws {
        let latch = Latch()
        let busy = Tally()
        let server = try TestServer { _, _ in
            busy.add()
            latch.wait()
            return .respond(text(200, ""))
        }
        let client = try #require(RawClient(port: server.port))
        client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { busy.value == 1 })
        server.server.stop(graceMilliseconds: 50)
        #expect(client.isEnded())
        latch.open()
    }

    @Test func aServerStartsOnce() throws {
        let server = try TestServer { _, _ in .respond(text(200, "")) }
        #expect(throws: ListenError.self) { try server.server.start() }
        #expect(RawClient(port: server.port)?.get("/")?.status == 200)
    }
}
