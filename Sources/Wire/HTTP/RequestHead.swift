/// The head of a request while it arrives, and the rules that need all of it (RFC 9112 §6.3, RFC 9110 §7.2).
struct RequestHead: Sendable {
    enum Framing: Sendable, Equatable {
        case none
        case length(Int)
        case chunked
    }

    let line: RequestLine
    var section = FieldSection()

    var headers: HTTPHeaders { section.headers }

    init(line: RequestLine) {
        self.line = line
    }

    /// Whether the connection stays open after the response.
    var keepAlive: Bool {
        !line.isHTTP10 && !FieldLine.list(headers, "Connection", contains: "close")
    }

    /// Checks Host and decides how the body is delimited. Doubt is never resolved, always refused.
    func framing() throws(HTTPRefusal) -> Framing {
        try checkHost()
        let lengths = headers.all("Content-Length")
        let codings = headers.all("Transfer-Encoding")
        guard lengths.isEmpty || codings.isEmpty else { throw .lengthAndCoding }
        if !codings.isEmpty {
            guard codings.count == 1, codings[0].utf8.elementsEqual("chunked".utf8), !line.isHTTP10 else {
                throw .transferEncoding
            }
            guard mayHaveBody else { throw .bodyUnexpected }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        // A list, even of equal numbers, fails as a number.
        guard lengths.count == 1, let length = ASCII.decimal(text.utf8) else { throw .contentLength }
        guard length > 0 else { return .none }
        guard mayHaveBody else { throw .bodyUnexpected }
        return .length(length)
    }

    /// Whether the client waits for 100 (Continue) (RFC 9110 §10.1.1); the expectation of HTTP/1.0 is ignored.
    func expectsContinue() throws(HTTPRefusal) -> Bool {
        let expectations = headers.all("Expect")
        guard !line.isHTTP10, !expectations.isEmpty else { return false }
        guard expectations.count == 1, ASCII.equals(Array(expectations[0].utf8), "100-continue".utf8) else {
            throw .expectation
        }
        return true
    }

    private var mayHaveBody: Bool {
        line.method != "GET" && line.method != "HEAD"
    }

    private func checkHost() throws(HTTPRefusal) {
        let hosts = headers.all("Host")
        if hosts.isEmpty, line.isHTTP10 { return }
        guard hosts.count == 1, !hosts[0].isEmpty, ASCII.all(hosts[0].utf8, ASCII.host) else { throw .host }
    }
}
