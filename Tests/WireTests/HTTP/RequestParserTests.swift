import Testing

@testable import Wire

@Suite("The request parser")
struct RequestParserTests {
    private func requests(_ text: String) -> [HTTPRequest] {
        var parser = Feeding.parser()
        parser.append(Array(text.utf8))
        var result: [HTTPRequest] = []
        while case .request(let request) = parser.next() { result.append(request) }
        return result
    }

    @Test("reads method, target, fields and body as sent")
    func reads() throws {
        let text =
            "POST /v3/a%20b?x=1&y=%2F HTTP/1.1\r\nHost: localhost:8080\r\nKeyId: \t abc \t\r\nKeyId: Өд\r\n"
            + "Empty:\r\nContent-Length: 5\r\n\r\nhello"
        let request = try #require(requests(text).first)
        #expect(request.method == "POST")
        #expect(request.target == "/v3/a%20b?x=1&y=%2F")
        #expect(request.rawPath == "/v3/a%20b")
        #expect(request.rawQuery == "x=1&y=%2F")
        #expect(request.headers["keyid"] == "abc")
        #expect(request.headers.all("KEYID") == ["abc", "Өд"])
        #expect(request.headers["empty"] == "")
        #expect(request.body == Array("hello".utf8))
        #expect(request.keepAlive)
    }

    @Test(
        "accepts hosts with names, addresses and ports",
        arguments: ["a", "a.b-c.mn:80", "127.0.0.1:8080", "[::1]", "[::1]:443", "a_b"])
    func hosts(host: String) {
        #expect(requests("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").count == 1)
    }

    @Test(
        "accepts dots that do not climb",
        arguments: ["/.well-known/x", "/a..b", "/...", "/a/..b?x=/../", "//", "/%3F../"])
    func dots(target: String) {
        #expect(requests("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n").first?.target == target)
    }

    @Test("joins the chunks of a body")
    func chunks() {
        let text =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5\r\nhello\r\n00000001\r\n \r\nA\r\n0123456789\r\n0\r\n\r\n"
        #expect(requests(text).first?.body == Array("hello 0123456789".utf8))
    }

    @Test("keeps pipelined bytes and gives the requests in order")
    func pipelining() {
        let text =
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
            + "\r\nPOST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\nGET /4 HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(requests(text).map(\.target) == ["/1", "/2", "/3", "/4"])
    }

    @Test(
        "keeps the connection open unless told otherwise",
        arguments: [
            ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: keep-alive\r\n", true),
            ("HTTP/1.1", "Connection: Close\r\n", false), ("HTTP/1.1", "Connection: te, close\r\n", false),
            ("HTTP/1.1", "Connection: te\r\nConnection: close\r\n", false), ("HTTP/1.0", "", false),
            ("HTTP/1.0", "Connection: keep-alive\r\n", false),
        ])
    func keepAlive(version: String, lines: String, expected: Bool) {
        #expect(requests("GET / \(version)\r\nHost: a\r\n\(lines)\r\n").first?.keepAlive == expected)
    }

    @Test("asks for the body once when the client waits for 100 (Continue)")
    func expectContinue() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n"
        let expected: [Event] = [.expectContinue]
        #expect(Feeding.whole(Array((head + "Content-Length: 2\r\n\r\n").utf8)) == expected)
        #expect(Feeding.whole(Array((head + "Transfer-Encoding: chunked\r\n\r\n").utf8)) == expected)
        #expect(Feeding.whole(Array((head + "Content-Length: 2\r\n\r\nhi").utf8)).count == 2)
        #expect(Feeding.whole(Array((head + "Content-Length: 0\r\n\r\n").utf8)).count == 1)
        #expect(
            Feeding.whole(Array("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n".utf8)).isEmpty)
    }

    @Test("says what it waits for and how much it holds")
    func phases() {
        var parser = Feeding.parser()
        func feed(_ text: String) {
            parser.append(Array(text.utf8))
            _ = parser.next()
        }
        #expect(parser.phase == .idle)
        feed("\r\n")
        #expect(parser.phase == .head)
        feed("P")
        #expect(parser.phase == .head)
        feed("OST / HTTP/1.1\r\nHost: a\r\n")
        #expect(parser.phase == .head)
        feed("Content-Length: 5\r\n\r\n")
        #expect(parser.phase == .body)
        feed("hell")
        #expect(parser.bufferedBytes == 4)
        feed("o")
        #expect(parser.phase == .idle)
        #expect(parser.bufferedBytes == 0)
        feed("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel")
        #expect(parser.phase == .body)
        #expect(parser.bufferedBytes == 3)
    }

    @Test("stays refused and holds nothing after a refusal")
    func afterRefusal() {
        var parser = Feeding.parser()
        for _ in 0..<3 {
            parser.append(Array("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            guard case .refused(let refusal) = parser.next() else {
                Issue.record("not refused")
                return
            }
            #expect(refusal == .bareLF)
            #expect(parser.bufferedBytes == 0)
        }
    }

    @Test("takes linear time for a body that comes byte by byte", .timeLimit(.minutes(1)))
    func linear() {
        let body = String(repeating: "a", count: 0x40000)
        let head = "POST /large HTTP/1.1\r\nHost: a\r\n"
        let bytes = Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        let chunked = Array("\(head)Transfer-Encoding: chunked\r\n\r\n40000\r\n\(body)\r\n0\r\n\r\n".utf8)
        #expect(Feeding.byteByByte(bytes).count == 1)
        #expect(Feeding.byteByByte(chunked).count == 1)
    }
}
