import Foundation
import Testing
import Wire

@testable import Server

/// With the library itself, against a server in this process.
@Suite(
    "Calls to other servers",
    .enabled(if: CurlLibrary(CurlLibrary.names) != nil, "libcurl is not installed (Debian: libcurl4)"))
struct OutgoingClientTests {
    private func url(_ server: TestServer, _ path: String = "/x") throws -> OutgoingURL {
        try #require(OutgoingURL("http://127.0.0.1:\(server.port)\(path)"))
    }

    @Test("method, fields and body arrive; status, fields and body come back")
    func exchange() throws {
        let server = try TestServer { request, _ in
            let seen = [request.method, request.headers["X-A"] ?? "", request.headers["User-Agent"] ?? ""]
            var response = text(418, seen.joined(separator: "|") + "|" + String(decoding: request.body, as: UTF8.self))
            response.headers.add("X-B", "b")
            return .respond(response)
        }
        let client = try OutgoingClient()
        let posted = try client.send(
            OutgoingRequest(url(server), headers: [(name: "X-A", value: "a")], body: Array("a=b".utf8)))
        #expect(posted.status == 418 && posted.headers["x-b"] == "b")
        #expect(String(decoding: posted.body, as: UTF8.self) == "POST|a|tamga|a=b")
        let got = try client.send(OutgoingRequest(url(server)))
        #expect(String(decoding: got.body, as: UTF8.self) == "GET||tamga|")
        let empty = try client.send(OutgoingRequest(url(server), body: []))
        #expect(String(decoding: empty.body, as: UTF8.self) == "POST||tamga|")
    }

    @Test("a redirect is an answer, and nobody follows it")
    func redirect() throws {
        let asked = Tally()
        let server = try TestServer { request, _ in
            asked.add()
            var response = text(302, "")
            response.headers.add("Location", "/y")
            return .respond(response)
        }
        #expect(try OutgoingClient().send(OutgoingRequest(url(server))).status == 302)
        #expect(asked.value == 1)
    }

    @Test("an answer longer than allowed is none")
    func tooLarge() throws {
        let server = try TestServer { _, _ in .respond(text(200, String(repeating: "a", count: 1_001))) }
        let client = try OutgoingClient()
        #expect(throws: OutgoingError.tooLarge) {
            try client.send(OutgoingRequest(url(server), responseLimit: 1_000))
        }
        #expect(try client.send(OutgoingRequest(url(server), responseLimit: 1_001)).body.count == 1_001)
    }

    @Test("a time ends a call")
    func timeout() throws {
        let latch = Latch()
        defer { latch.open() }
        let server = try TestServer { _, _ in
            latch.wait()
            return .respond(text(200, ""))
        }
        #expect(throws: OutgoingError.timeout) {
            try OutgoingClient().send(OutgoingRequest(url(server), timeoutMilliseconds: 200))
        }
    }

    @Test("nobody listens")
    func unreachable() throws {
        let server = try TestServer { _, _ in .respond(text(200, "")) }
        let address = try url(server)
        server.server.stop(graceMilliseconds: 0)
        #expect(throws: OutgoingError.unreachable) { try OutgoingClient().send(OutgoingRequest(address)) }
    }

    @Test("a field that could be two is not sent")
    func injection() throws {
        let server = try TestServer { _, _ in .respond(text(200, "")) }
        #expect(throws: OutgoingError.broken) {
            try OutgoingClient().send(OutgoingRequest(url(server), headers: [(name: "A", value: "b\r\nC: d")]))
        }
    }

    @Test("calls at once are bounded")
    func busy() throws {
        let latch = Latch()
        let inside = Tally(), done = Tally()
        let server = try TestServer(workerThreads: 8) { _, _ in
            inside.add()
            latch.wait()
            return .respond(text(200, ""))
        }
        let client = try OutgoingClient()
        let address = try url(server)
        for _ in 0..<Limits.outgoingCalls {
            Thread.detachNewThread {
                _ = try? client.send(OutgoingRequest(address, timeoutMilliseconds: 30_000))
                done.add()
            }
        }
        #expect(eventually { inside.value == Limits.outgoingCalls })
        #expect(throws: OutgoingError.busy) { try client.send(OutgoingRequest(address)) }
        latch.open()
        #expect(eventually { done.value == Limits.outgoingCalls })
        #expect(try client.send(OutgoingRequest(address)).status == 200)
    }

    @Test("a server whose certificate nobody knows is not talked to")
    func certificate() throws {
        let server = try TLSServer()
        let address = try #require(OutgoingURL("https://localhost:\(server.port)/"))
        #expect(throws: OutgoingError.tls) { try OutgoingClient().send(OutgoingRequest(address)) }
    }

    @Test("a library that is not there is told")
    func missing() { #expect(CurlLibrary(["libtamga-none.so.1"]) == nil) }
}
