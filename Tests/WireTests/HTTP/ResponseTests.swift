import Testing

@testable import Wire

@Suite("Responses")
struct ResponseTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func text(_ response: HTTPResponse, head: Bool = false, close: Bool = false) -> String {
        let bytes = ResponseSerializer.bytes(response, date: Self.date, head: head, close: close)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("The serializer writes status, date, fields, length and body")
    func serializes() {
        let response = HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
        #expect(
            text(response) == "HTTP/1.1 200 OK\r\nDate: \(Self.date)\r\nContent-Type: application/json\r\n"
                + "Content-Length: 2\r\n\r\n{}")
        #expect(text(response, close: true).contains("\r\nConnection: close\r\n"))
    }

    @Test("HEAD has the length but no body; 204 and 304 have neither")
    func bodiless() {
        let body = Array("hello".utf8)
        #expect(text(HTTPResponse(status: 200, body: body), head: true).hasSuffix("Content-Length: 5\r\n\r\n"))
        for status in [204, 304] {
            let result = text(HTTPResponse(status: status, body: body))
            #expect(!result.contains("Content-Length"))
            #expect(result.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("A handler can neither split a response nor contradict its framing")
    func injection() {
        let headers: HTTPHeaders = [
            "X": "a\r\nSet-Cookie: b", "content-length": "99", "Transfer-Encoding": "chunked", "Date": "x",
        ]
        let result = text(HTTPResponse(status: 200, headers: headers))
        #expect(
            result == "HTTP/1.1 200 OK\r\nDate: \(Self.date)\r\nX: a  Set-Cookie: b\r\nContent-Length: 0\r\n\r\n")
    }

    /// The response as `status|body|reusable`, or the refusal's code; the end of the connection follows the bytes.
    private func parse(_ text: String, method: String = "GET", piece: Int) -> String {
        var parser = ResponseParser(requestMethod: method)
        let bytes = Array(text.utf8)
        var progress = ResponseParser.Progress.needMore
        var at = 0
        while at < bytes.count, case .needMore = progress {
            let end = min(bytes.count, at + piece)
            parser.append(Array(bytes[at..<end]))
            at = end
            progress = parser.next()
        }
        if case .needMore = progress { progress = parser.end() }
        switch progress {
        case .needMore: return "more"
        case .refused(let refusal): return refusal.code
        case .response(let response):
            return "\(response.status)|\(String(decoding: response.body, as: UTF8.self))|\(parser.reusable)"
        }
    }

    @Test(
        "The parser reads every framing and knows what can be kept",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "200|hi|true"),
            ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "200||true"),
            ("HTTP/1.1 200 \r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi", "200|hi|false"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", "200|hi|true"),
            ("HTTP/1.1 200 OK\r\n\r\nuntil the end", "200|until the end|false"),
            ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi", "200|hi|false"),
            ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nhi", "200|hi|true"),
            ("HTTP/1.1 204 No Content\r\n\r\n", "204||true"),
            ("HTTP/1.1 304 X\r\nContent-Length: 9\r\n\r\n", "304||true"),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 C\r\nContent-Length: 0\r\n\r\n", "201||true"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhi", "HTTP_TRUNCATED"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n", "HTTP_TRUNCATED"),
            ("HTTP/1.1 200 OK\r\nContent-Le", "HTTP_TRUNCATED"), ("", "HTTP_TRUNCATED"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi", "HTTP_CONTENT_LENGTH"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP_LENGTH_AND_CODING"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP_TRANSFER_ENCODING"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "HTTP_BODY_TOO_LARGE"),
            ("HTTP/1.1 20 OK\r\n\r\n", "HTTP_STATUS_LINE"), ("HTTP/2.0 200 OK\r\n\r\n", "HTTP_STATUS_LINE"),
            ("HTTP/1.1 101 Switching\r\n\r\n", "HTTP_STATUS_LINE"), ("SSH-2.0-OpenSSH\r\n", "HTTP_STATUS_LINE"),
            ("HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", "HTTP_BARE_LF"),
        ])
    func parses(text: String, expected: String) {
        #expect(parse(text, piece: .max / 2) == expected)
        #expect(parse(text, piece: 1) == expected)
    }

    @Test("An answer to HEAD has no body whatever its length says")
    func head() {
        #expect(parse("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", method: "HEAD", piece: 1) == "200||true")
    }

    @Test("Bytes behind the response make the connection useless")
    func leftover() {
        #expect(parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi!", piece: 1_000) == "200|hi|false")
    }

    @Test("A body without end stops at the limit")
    func endless() {
        var limits = HTTPLimits()
        limits.responseBodyBytes = 10
        var parser = ResponseParser(limits: limits, requestMethod: "GET")
        parser.append(Array("HTTP/1.1 200 OK\r\n\r\n01234567890".utf8))
        guard case .refused(let refusal) = parser.next() else {
            Issue.record("not refused")
            return
        }
        #expect(refusal == .bodyTooLarge)
    }

    @Test("What the serializer writes, the parser reads")
    func roundTrip() {
        let response = HTTPResponse(status: 409, headers: ["A": "b"], body: Array("body".utf8))
        #expect(parse(text(response), piece: 3) == "409|body|true")
    }
}
