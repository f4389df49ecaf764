import Glibc
import Testing

@testable import Wire

@Suite("The HTTP client")
struct HTTPClientTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

    private func client(_ server: ScriptedServer, prefix: String = "") throws -> HTTPClient {
        try HTTPClient(baseURL: server.url + prefix)
    }

    private func failure(_ send: () throws(HTTPClientError) -> HTTPResponse) -> HTTPClientError? {
        do throws(HTTPClientError) {
            _ = try send()
            return nil
        } catch {
            return error
        }
    }

    @Test("sends method, prefix, path, fields and body, and reads the response")
    func exchange() throws {
        let server = try ScriptedServer([[.bytes("HTTP/1.1 201 Created\r\nX: y\r\nContent-Length: 2\r\n\r\nhi")]])
        let headers: HTTPHeaders = ["KeyId": "k", "Content-Length": "77"]
        let response = try client(server, prefix: "/api/").send(
            method: "POST", path: "/v3/a?b=c", headers: headers, body: Array("hello".utf8))
        #expect(response.status == 201)
        #expect(response.headers["x"] == "y")
        #expect(response.body == Array("hi".utf8))
        let request = try #require(server.requests.first)
        #expect(request.target == "/api/v3/a?b=c")
        #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
        #expect(request.headers["keyid"] == "k")
        #expect(request.headers.all("content-length") == ["5"])
        #expect(request.body == Array("hello".utf8))
    }

    @Test("keeps one connection for many requests")
    func keepAlive() throws {
        let server = try ScriptedServer([[.bytes(Self.ok), .bytes(Self.ok), .bytes(Self.ok)]])
        let client = try client(server)
        for _ in 0..<3 { #expect(try client.send(method: "GET", path: "/").status == 200) }
        #expect(server.connections == 1)
        #expect(server.requests.count == 3)
    }

    @Test("opens a new connection when the server said that it closes")
    func announcedClose() throws {
        let closing = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer([[.bytes(closing)], [.bytes(Self.ok)]])
        let client = try client(server)
        for _ in 0..<2 { #expect(try client.send(method: "GET", path: "/").status == 200) }
        #expect(server.connections == 2)
    }

    @Test("repeats once, and only when a kept connection closes before any byte of a response")
    func retry() throws {
        let server = try ScriptedServer([[.bytes(Self.ok), .reset], [.bytes(Self.ok)]])
        let client = try client(server)
        for _ in 0..<2 { #expect(try client.send(method: "POST", path: "/", body: [1]).status == 200) }
        #expect(server.connections == 2)
        #expect(server.requests.count == 3)
    }

    @Test("does not repeat on a fresh connection, nor after the first byte of a response")
    func noRetry() throws {
        let fresh = try ScriptedServer([[.reset], [.bytes(Self.ok)]])
        let first = try client(fresh)
        #expect(failure { () throws(HTTPClientError) in try first.send(method: "GET", path: "/") } == .connectionLost)
        #expect(fresh.requests.count == 1)
        let partial = try ScriptedServer([[.bytes(Self.ok), .bytes("HTTP/1.1 200 OK\r\nCont")], [.bytes(Self.ok)]])
        let second = try client(partial)
        #expect(try second.send(method: "GET", path: "/").status == 200)
        #expect(failure { () throws(HTTPClientError) in try second.send(method: "GET", path: "/") } == .connectionLost)
        #expect(partial.connections == 1)
    }

    @Test("gives up at its deadline, in silence and in a drip of bytes")
    func deadline() throws {
        let server = try ScriptedServer([
            [.silence], [.drip(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20), milliseconds: 10)],
        ])
        let client = try client(server)
        for _ in 0..<2 {
            let clock = ContinuousClock()
            let elapsed = clock.measure {
                let error = failure { () throws(HTTPClientError) in
                    try client.send(method: "GET", path: "/", timeoutMilliseconds: 100)
                }
                #expect(error == .timedOut)
            }
            #expect(elapsed >= .milliseconds(99))
            #expect(elapsed < .seconds(5))
        }
    }

    @Test("takes the answer of a server that refuses a large body half-way, and no signal kills the process")
    func earlyAnswer() throws {
        let answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer([[.early(answer)], [.bytes(Self.ok)]])
        let client = try client(server)
        let body = [UInt8](repeating: 0x61, count: 32 * 1024 * 1024)
        #expect(try client.send(method: "POST", path: "/", body: body).status == 413)
        #expect(try client.send(method: "GET", path: "/").status == 200)
        #expect(server.connections == 2)
    }

    @Test("says that what comes back is not HTTP")
    func badResponse() throws {
        let server = try ScriptedServer([[.bytes("SSH-2.0-x\r\n")]])
        let client = try client(server)
        let error = failure { () throws(HTTPClientError) in try client.send(method: "GET", path: "/") }
        #expect(error == .badResponse(.statusLine))
    }

    @Test("says that nobody listens")
    func unreachable() throws {
        // A port that was free a moment ago: the listener closes once its only script, an empty one, is done.
        let server = try ScriptedServer([])
        let client = try client(server)
        usleep(50_000)
        let error = failure { () throws(HTTPClientError) in try client.send(method: "GET", path: "/") }
        #expect(error == .unreachable(errno: ECONNREFUSED))
    }

    @Test("sends no request that could be read as two")
    func badRequest() throws {
        let client = try HTTPClient(baseURL: "http://127.0.0.1:1")
        for (method, path) in [
            ("GET ", "/"), ("", "/"), ("GET", "x"), ("GET", "/a b"), ("GET", "/\r\nX: y"), ("GET", "/é"),
        ] {
            let error = failure { () throws(HTTPClientError) in try client.send(method: method, path: path) }
            #expect(error == .badRequest)
        }
        let error = failure { () throws(HTTPClientError) in
            try client.send(method: "GET", path: "/", headers: ["A: b": "c"])
        }
        #expect(error == .badRequest)
    }

    @Test(
        "takes apart a base URL",
        arguments: [
            ("http://localhost", "localhost", 80, ""), ("http://a:8080/", "a", 8080, ""),
            ("HTTP://127.0.0.1:1/x/y/", "127.0.0.1", 1, "/x/y"), ("http://[::1]:65535/p", "::1", 65_535, "/p"),
            ("http://[::1]", "::1", 80, ""), ("https://a", "a", 443, ""), ("HTTPS://a:8443/x", "a", 8_443, "/x"),
        ])
    func baseURL(text: String, host: String, port: Int, prefix: String) throws {
        let url = try HTTPBaseURL(text)
        #expect(url.host == host)
        #expect(Int(url.port) == port)
        #expect(url.prefix == prefix)
    }

    @Test(
        "refuses any other base URL",
        arguments: [
            "", "http://", "https://", "ftp://a", "httpss://a", "https:/a", "https:a", "a", "http:///x", "http://a:0",
            "http://a:65536", "http://a:x", "http://a:",
            "http://u@a", "http://a?b", "http://a/?b", "http://a/#b", "http://[::1", "http://[::1]x", "http://::1",
            "http://:80", "http://a b", "http://é",
        ])
    func badURL(text: String) {
        #expect(throws: HTTPClientError.badURL) { try HTTPBaseURL(text) }
    }

    @Test("speaks plain HTTP to no https address")
    func httpsNeedsALayer() {
        #expect(throws: HTTPClientError.badURL) { try HTTPClient(baseURL: "https://127.0.0.1") }
    }
}
