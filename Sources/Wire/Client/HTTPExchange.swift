import Glibc

/// One request and its response over one connection.
struct HTTPExchange {
    enum Failure: Error {
        /// The peer had closed before any byte of a response: a connection that was reused had gone stale.
        case closedUnanswered
        case other(HTTPClientError)
    }

    private static let receiveBytes = 16 * 1024

    private let request: [UInt8]
    private var sent = 0
    private var sendFailed = false
    private var received = 0
    private var parser: ResponseParser

    init(request: [UInt8], method: String, limits: HTTPLimits) {
        self.request = request
        self.parser = ResponseParser(limits: limits, requestMethod: method)
    }

    /// Whether the connection can carry another request afterwards.
    var reusable: Bool { sent == request.count && !sendFailed && parser.reusable }

    /// Writes and reads at once: a server may refuse a body before it has all of it, and its answer must not be lost.
    mutating func run(on socket: borrowing ClientSocket, deadline: Deadline) throws(Failure) -> HTTPResponse {
        while true {
            let wantsToWrite = sent < request.count && !sendFailed
            guard socket.wait(toWrite: wantsToWrite, deadline: deadline) else { throw .other(.timedOut) }
            if wantsToWrite {
                switch socket.send(request[sent...]) {
                case .bytes(let count): sent += count
                case .wouldBlock: break
                case .closed: sendFailed = true
                }
            }
            if let response = try receive(from: socket) { return response }
        }
    }

    private mutating func receive(from socket: borrowing ClientSocket) throws(Failure) -> HTTPResponse? {
        var outcome = ClientSocket.Outcome.wouldBlock
        withUnsafeTemporaryAllocation(byteCount: Self.receiveBytes, alignment: 1) { buffer in
            outcome = socket.receive(buffer)
            if case .bytes(let count) = outcome { parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        }
        let progress: ResponseParser.Progress
        switch outcome {
        case .wouldBlock: return nil
        case .bytes(let count):
            received += count
            progress = parser.next()
        case .closed:
            guard received > 0 else { throw .closedUnanswered }
            progress = parser.end()
        }
        switch progress {
        case .needMore: return nil
        case .response(let response): return response
        case .refused(.truncated): throw .other(.connectionLost)
        case .refused(let refusal): throw .other(.badResponse(refusal))
        }
    }
}
