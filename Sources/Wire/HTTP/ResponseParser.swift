/// An incremental HTTP/1.1 response parser for the client. As strict about framing as `RequestParser`; a body that ends
/// with the connection is accepted, because HTTP/1.0 servers and some proxies send it.
public struct ResponseParser: Sendable {
    public enum Progress: Sendable {
        case needMore
        case response(HTTPResponse)
        case refused(HTTPRefusal)
    }

    private struct Head: Sendable {
        let status: Int
        let isHTTP10: Bool
        var section = FieldSection()

        var headers: HTTPHeaders { section.headers }
    }

    private enum State: Sendable {
        case statusLine
        case fields(Head)
        case length(Head, Int)
        case chunked(Head, ChunkedBody)
        case untilClose(Head, [UInt8])
        case done
        case refused(HTTPRefusal)
    }

    private let limits: HTTPLimits
    private let requestMethod: String
    private var queue = ByteQueue()
    private var state = State.statusLine
    private var closes = false

    /// One parser reads the answer to one request. `requestMethod` matters for HEAD, whose answer has no body.
    public init(limits: HTTPLimits = HTTPLimits(), requestMethod: String) {
        self.limits = limits
        self.requestMethod = requestMethod
    }

    /// Whether, after `.response`, the connection can carry another request: the message had an end of its own, nobody
    /// announced to close, and nothing came behind it.
    public var reusable: Bool {
        if case .done = state { return !closes && queue.isEmpty }
        return false
    }

    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        queue.append(bytes)
    }

    public mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Interim responses (1xx) are skipped. After `.response` there is nothing more to ask.
    public mutating func next() -> Progress {
        do throws(HTTPRefusal) {
            while true {
                if let progress = try step() { return progress }
            }
        } catch {
            return refuse(error)
        }
    }

    /// The peer has closed: completes a body that ends so, and refuses everything else that is unfinished.
    public mutating func end() -> Progress {
        guard case .untilClose(let head, let body) = state else { return refuse(.truncated) }
        return finish(head, body)
    }

    private mutating func refuse(_ refusal: HTTPRefusal) -> Progress {
        state = .refused(refusal)
        queue.removeAll()
        return .refused(refusal)
    }

    private mutating func step() throws(HTTPRefusal) -> Progress? {
        switch state {
        case .statusLine: return try readStatusLine()
        case .fields(let head): return try readFields(head)
        case .length(let head, let length):
            guard let body = queue.take(exactly: length) else { return .needMore }
            return finish(head, body)
        case .chunked(let head, var body):
            state = .done
            guard try body.read(from: &queue) else {
                state = .chunked(head, body)
                return .needMore
            }
            return finish(head, body.bytes)
        case .untilClose(let head, var body):
            state = .done
            _ = queue.take(queue.count, into: &body)
            guard body.count <= limits.responseBodyBytes else { throw .bodyTooLarge }
            state = .untilClose(head, body)
            return .needMore
        case .done: throw .unsolicited
        case .refused(let refusal): throw refusal
        }
    }

    /// `HTTP/1.x SP 3DIGIT [SP reason]`; the space before an empty reason is often forgotten.
    private mutating func readStatusLine() throws(HTTPRefusal) -> Progress? {
        switch queue.line(limit: limits.startLineBytes) {
        case .incomplete: return .needMore
        case .tooLong: throw .statusLine
        case .refused(let refusal): throw refusal
        case .complete(let range):
            let line = Array(queue.storage[range])
            guard line.count >= 12, line.starts(with: "HTTP/1.".utf8), line[7] == 0x30 || line[7] == 0x31,
                line[8] == 0x20, let status = ASCII.decimal(line[9..<12]), (100...599).contains(status),
                line.count == 12 || line[12] == 0x20
            else { throw .statusLine }
            state = .fields(Head(status: status, isHTTP10: line[7] == 0x30))
            return nil
        }
    }

    private mutating func readFields(_ original: Head) throws(HTTPRefusal) -> Progress? {
        var head = original
        guard try head.section.read(from: &queue, limits: limits) else {
            state = .fields(head)
            return .needMore
        }
        try beginBody(head)
        return nil
    }

    private mutating func beginBody(_ head: Head) throws(HTTPRefusal) {
        // 101 would change the protocol, which nobody asked for.
        guard head.status != 101 else { throw .statusLine }
        guard head.status >= 200 else {
            state = .statusLine
            return
        }
        let keepsAlive10 = head.isHTTP10 && FieldLine.list(head.headers, "Connection", contains: "keep-alive")
        closes = FieldLine.list(head.headers, "Connection", contains: "close") || head.isHTTP10 && !keepsAlive10
        let lengths = head.headers.all("Content-Length")
        let codings = head.headers.all("Transfer-Encoding")
        guard lengths.isEmpty || codings.isEmpty else { throw .lengthAndCoding }
        guard requestMethod != "HEAD", head.status != 204, head.status != 304 else {
            state = .length(head, 0)
            return
        }
        if !codings.isEmpty {
            guard codings.count == 1, ASCII.equals(Array(codings[0].utf8), "chunked".utf8), !head.isHTTP10 else {
                throw .transferEncoding
            }
            let body = ChunkedBody(limit: limits.responseBodyBytes, maximumDigits: limits.chunkSizeDigits)
            state = .chunked(head, body)
            return
        }
        guard let text = lengths.first else {
            closes = true
            state = .untilClose(head, [])
            return
        }
        guard lengths.count == 1, let length = ASCII.decimal(text.utf8) else { throw .contentLength }
        guard length <= limits.responseBodyBytes else { throw .bodyTooLarge }
        state = .length(head, length)
    }

    private mutating func finish(_ head: Head, _ body: [UInt8]) -> Progress {
        state = .done
        return .response(HTTPResponse(status: head.status, headers: head.headers, body: body))
    }
}
