import Glibc

/// One request and its response over one connection.
struct HTTPExchange {
    enum Failure: Error {
        /// The peer had closed before any byte of a response: a connection that was reused had gone stale.
        case closedUnanswered
        case other(HTTPClientError)
    }

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
    mutating func run(on channel: inout ClientChannel, deadline: Deadline) throws(Failure) -> HTTPResponse {
        while true {
            let wantsToWrite = (sent < request.count || channel.hasPending) && !sendFailed
            guard channel.wait(toWrite: wantsToWrite, deadline: deadline) else { throw .other(.timedOut) }
            if wantsToWrite {
                let outcome: ClientSocket.Outcome
                do throws(HTTPClientError) { outcome = try channel.send(request[sent...]) } catch {
                    throw .other(error)
                }
                switch outcome {
                case .bytes(let count): sent += count
                case .wouldBlock: break
                case .closed: sendFailed = true
                }
            }
            if let response = try receive(from: &channel) { return response }
        }
    }

    private mutating func receive(from channel: inout ClientChannel) throws(Failure) -> HTTPResponse? {
        let outcome: ClientSocket.Outcome
        do throws(HTTPClientError) {
            outcome = try channel.receive { parser.append($0) }
        } catch { throw .other(error) }
        let progress: ResponseParser.Progress
        switch outcome {
        case .wouldBlock: return nil
        case .bytes(let count):
            received += count
            progress = parser.next()
        case .closed:
            guard received > 0 else { throw .closedUnanswered }
            guard !channel.wasCut else { throw .other(.connectionLost) }
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
