/// An incremental HTTP/1.1 request parser: bytes in, values out, no input or output of its own.
///
/// What it accepts is the intersection of what careful servers and proxies accept (RFC 9112, with each MAY taken as
/// "no"): a message that two parsers could read differently is refused, because smuggling lives there. The outcome
/// depends on the bytes only, not on how they were cut; the work is linear; no input makes it trap.
public struct RequestParser: Sendable {
    public enum Progress: Sendable {
        /// Nothing more can be said before further bytes arrive.
        case needMore
        /// Once for a request that waits for 100 (Continue): answer `ResponseSerializer.continueLine` or refuse.
        case expectContinue
        /// A complete request. The parser is ready for the next one; bytes behind this one are kept.
        case request(HTTPRequest)
        /// Answer with its status and close. The parser stays here and drops everything further.
        case refused(HTTPRefusal)
    }

    /// What is being waited for; each has its own deadline.
    public enum Phase: Sendable, Equatable {
        /// Between requests: nothing of the next one has arrived.
        case idle
        case head
        case body
    }

    private enum State: Sendable {
        case requestLine(emptyLines: Int)
        case fields(RequestHead)
        case awaitingContinue(RequestHead, RequestHead.Framing)
        case length(RequestHead, Int)
        case chunked(RequestHead, ChunkedBody)
        case closed
        case refused(HTTPRefusal)
    }

    private let limits: HTTPLimits
    private let undisputedBody: Int
    private let bodyLimit: @Sendable (_ method: String, _ rawPath: String) -> Int
    private var queue = ByteQueue()
    private var state = State.requestLine(emptyLines: 0)

    /// - Parameters:
    ///   - undisputedBody: bytes of a body that every method and path may have; `bodyLimit` is asked only about more
    ///   - bodyLimit: the most bytes that the body of a request for that method and undecoded path may have
    public init(
        limits: HTTPLimits = HTTPLimits(), undisputedBody: Int = 0,
        bodyLimit: @escaping @Sendable (_ method: String, _ rawPath: String) -> Int
    ) {
        self.limits = limits
        self.undisputedBody = undisputedBody
        self.bodyLimit = bodyLimit
    }

    public var phase: Phase {
        switch state {
        case .requestLine(let emptyLines): queue.isEmpty && emptyLines == 0 ? .idle : .head
        case .fields: .head
        case .awaitingContinue, .length, .chunked: .body
        case .closed, .refused: .idle
        }
    }

    /// Bytes held: received and not consumed yet, and the part of a chunked body that has been decoded. Stop reading
    /// from a peer that pipelines beyond what you want to hold.
    public var bufferedBytes: Int {
        if case .chunked(_, let body) = state { return queue.count + body.bytes.count }
        return queue.count
    }

    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if case .refused = state { return }
        // Behind a closing request one byte is enough to refuse the rest.
        if case .closed = state, !queue.isEmpty { return }
        queue.append(bytes)
    }

    public mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    public mutating func next() -> Progress {
        do throws(HTTPRefusal) {
            while true {
                if let progress = try step() { return progress }
            }
        } catch {
            state = .refused(error)
            queue.removeAll()
            return .refused(error)
        }
    }

    /// Does what can be done in this state; nil when the state has changed and there may be more to do.
    private mutating func step() throws(HTTPRefusal) -> Progress? {
        switch state {
        case .requestLine(let emptyLines): return try readRequestLine(emptyLines)
        case .fields(let head):
            // The state must not share the head while it grows.
            state = .closed
            return try readFields(head)
        case .awaitingContinue(let head, let framing):
            awaitBody(head, framing)
            return nil
        case .length(let head, let length):
            guard let body = queue.take(exactly: length) else { return .needMore }
            return finish(head, body)
        case .chunked(let head, var body):
            state = .closed
            guard try body.read(from: &queue) else {
                state = .chunked(head, body)
                return .needMore
            }
            return finish(head, body.bytes)
        case .closed:
            guard queue.isEmpty else { throw .afterClose }
            return .needMore
        case .refused(let refusal): throw refusal
        }
    }

    private mutating func readRequestLine(_ emptyLines: Int) throws(HTTPRefusal) -> Progress? {
        switch queue.line(limit: limits.startLineBytes) {
        case .incomplete: return .needMore
        case .tooLong: throw .requestLineTooLong
        case .refused(let refusal): throw refusal
        case .complete(let range):
            // One empty line before a request is forgiven (RFC 9112 §2.2): old clients send it after a body.
            if range.isEmpty {
                guard emptyLines == 0 else { throw .requestLine }
                state = .requestLine(emptyLines: 1)
                return nil
            }
            state = .fields(RequestHead(line: try RequestLine(queue.storage[range])))
            return nil
        }
    }

    private mutating func readFields(_ original: RequestHead) throws(HTTPRefusal) -> Progress? {
        var head = original
        guard try head.section.read(from: &queue, limits: limits) else {
            state = .fields(head)
            return .needMore
        }
        try beginBody(head)
        return isAwaitingContinue ? .expectContinue : nil
    }

    private var isAwaitingContinue: Bool {
        if case .awaitingContinue = state { return true }
        return false
    }

    private mutating func beginBody(_ head: RequestHead) throws(HTTPRefusal) {
        let framing = try head.framing()
        let expectsContinue = try head.expectsContinue()
        if case .length(let length) = framing, length > undisputedBody, length > limit(for: head) {
            throw .bodyTooLarge
        }
        if expectsContinue, framing != .none {
            state = .awaitingContinue(head, framing)
        } else {
            awaitBody(head, framing)
        }
    }

    private mutating func awaitBody(_ head: RequestHead, _ framing: RequestHead.Framing) {
        switch framing {
        case .none: state = .length(head, 0)
        case .length(let length): state = .length(head, length)
        case .chunked:
            let body = ChunkedBody(limit: limit(for: head), maximumDigits: limits.chunkSizeDigits)
            state = .chunked(head, body)
        }
    }

    private func limit(for head: RequestHead) -> Int {
        let path = head.line.target.utf8.prefix { $0 != 0x3F }
        return max(0, bodyLimit(head.line.method, String(Substring(path))))
    }

    private mutating func finish(_ head: RequestHead, _ body: [UInt8]) -> Progress {
        let keepAlive = head.keepAlive
        state = keepAlive ? .requestLine(emptyLines: 0) : .closed
        queue.releaseIfEmpty()
        return .request(
            HTTPRequest(
                method: head.line.method, target: head.line.target, headers: head.headers, body: body,
                keepAlive: keepAlive))
    }
}
