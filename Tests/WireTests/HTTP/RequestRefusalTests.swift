import Testing

@testable import Wire

@Suite("The request parser refuses")
struct RequestRefusalTests {
    static let lines: [RefusedRequest] = [
        .init("a bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400, "HTTP_BARE_LF"),
        .init("a bare LF after a field", "GET / HTTP/1.1\r\nHost: a\n\r\n", 400, "HTTP_BARE_LF"),
        .init("a bare LF as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n", 400, "HTTP_BARE_LF"),
        .init("a bare CR in the request line", "GET /\rx HTTP/1.1\r\nHost: a\r\n\r\n", 400, "HTTP_BARE_CR"),
        .init("a bare CR in a field", "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", 400, "HTTP_BARE_CR"),
        .init("two CRs before a LF", "GET / HTTP/1.1\r\r\n", 400, "HTTP_BARE_CR"),
        .init("a NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n", 400, "HTTP_CONTROL"),
        .init("a control character in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n", 400, "HTTP_CONTROL"),
        .init("DEL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{7f}\r\n\r\n", 400, "HTTP_CONTROL"),
        .init("a TLS hello on a plain port", bytes: [0x16, 3, 1, 2, 0, 1, 0], 400, "HTTP_CONTROL"),
        .init("two empty lines before a request", "\r\n\r\nGET / HTTP/1.1\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("HTTP/0.9", "GET /\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("two spaces", "GET  / HTTP/1.1\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("a space at the end", "GET / HTTP/1.1 \r\n", 400, "HTTP_REQUEST_LINE"),
        .init("a space at the start", " GET / HTTP/1.1\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("a space in the target", "GET /a b HTTP/1.1\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("tabs for spaces", "GET\t/\tHTTP/1.1\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("a method that is no token", "G(T / HTTP/1.1\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("a version in lower case", "GET / http/1.1\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("a version of two digits", "GET / HTTP/1.10\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("no version number", "GET / HTTP\r\n", 400, "HTTP_REQUEST_LINE"),
        .init("HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "HTTP_VERSION"),
        .init("HTTP/1.2", "GET / HTTP/1.2\r\n", 505, "HTTP_VERSION"),
        .init("a method in lower case", "get / HTTP/1.1\r\n", 501, "HTTP_METHOD"),
        .init("TRACE", "TRACE / HTTP/1.1\r\n", 501, "HTTP_METHOD"),
        .init("CONNECT", "CONNECT a:443 HTTP/1.1\r\n", 501, "HTTP_METHOD"),
    ]

    static let targets: [RefusedRequest] = [
        .target("absolute form with another host", "http://b/", "HTTP_TARGET_FORM"),
        .target("absolute form", "http://a/", "HTTP_TARGET_FORM"),
        .target("authority form", "a:80", "HTTP_TARGET_FORM"),
        .target("asterisk form", "*", "HTTP_TARGET_FORM"),
        .target("a non-ASCII path", "/\u{e9}", "HTTP_TARGET_CHARACTER"),
        .target("a fragment", "/a#b", "HTTP_TARGET_CHARACTER"),
        .target("a backslash", "/a\\b", "HTTP_TARGET_CHARACTER"),
        .target("a quote", "/\"", "HTTP_TARGET_CHARACTER"),
        .target("angle brackets in the query", "/?<script>", "HTTP_TARGET_CHARACTER"),
        .target("%00 in the path", "/a%00b", "HTTP_TARGET_ENCODING"),
        .target("%00 in the query", "/a?b=%00", "HTTP_TARGET_ENCODING"),
        .target("a percent sign without digits", "/%zz", "HTTP_TARGET_ENCODING"),
        .target("a percent sign at the end", "/a%", "HTTP_TARGET_ENCODING"),
        .target("one digit at the end", "/a%4", "HTTP_TARGET_ENCODING"),
        .target("%2e%2e", "/a/%2e%2e/b", "HTTP_TARGET_DOTS"),
        .target("%2E%2E at the end", "/a/%2E%2E", "HTTP_TARGET_DOTS"),
        .target("a dot encoded and one plain", "/a/.%2e/b", "HTTP_TARGET_DOTS"),
        .target("plain dots", "/../etc", "HTTP_TARGET_DOTS"),
        .target("dots before an encoded slash", "/a/..%2fb", "HTTP_TARGET_DOTS"),
        .target("dots before an encoded backslash", "/a/..%5cb", "HTTP_TARGET_DOTS"),
        .target("a single dot", "/a/%2e/b", "HTTP_TARGET_DOTS"),
        .target("dots before the query", "/a/..?b", "HTTP_TARGET_DOTS"),
    ]

    static let fields: [RefusedRequest] = [
        .post("a folded line (CVE-2024-27982)", "X: a\r\n b\r\n", "HTTP_HEADER_FOLD"),
        .post("a line folded with a tab", "X: a\r\n\tb\r\n", "HTTP_HEADER_FOLD"),
        .post("Content-Length behind a fold (CVE-2024-27982)", " Content-Length: 5\r\n", "hello", "HTTP_HEADER_FOLD"),
        .init("space before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400, "HTTP_HEADER_FOLD"),
        .post("space before the colon", "Content-Length : 5\r\n", "hello", "HTTP_HEADER_SPACE"),
        .post("a tab before the colon", "Transfer-Encoding\t: chunked\r\n", "HTTP_HEADER_SPACE"),
        .post("an empty name", ": a\r\n", "HTTP_HEADER_NAME"),
        .post("a space inside a name", "A B: c\r\n", "HTTP_HEADER_NAME"),
        .post("a bracket in a name", "A[: c\r\n", "HTTP_HEADER_NAME"),
        .post("a name beyond ASCII", "\u{e9}: c\r\n", "HTTP_HEADER_NAME"),
        .post("a quote in a name", "\"A\": c\r\n", "HTTP_HEADER_NAME"),
        .post("a line without a colon", "abc\r\n", "HTTP_HEADER_COLON"),
        .init(
            "a value that is not UTF-8",
            bytes: Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8), 400,
            "HTTP_HEADER_VALUE"),
        .init("no Host on HTTP/1.1", "GET / HTTP/1.1\r\n\r\n", 400, "HTTP_HOST"),
        .init("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400, "HTTP_HOST"),
        .init("two Hosts on HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, "HTTP_HOST"),
        .init("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400, "HTTP_HOST"),
        .init("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "HTTP_HOST"),
        .init("a Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400, "HTTP_HOST"),
        .init("a list of Hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400, "HTTP_HOST"),
        .init(
            "another expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n", 417, "HTTP_EXPECTATION"),
    ]

    @Test("a line that is not one", arguments: lines)
    func line(request: RefusedRequest) {
        RefusalCheck.refused(request)
    }

    @Test("a target that is not a plain path", arguments: targets)
    func target(request: RefusedRequest) {
        RefusalCheck.refused(request)
    }

    @Test("a field that is not one", arguments: fields)
    func field(request: RefusedRequest) {
        RefusalCheck.refused(request)
    }
}
