import Phone
import Synchronization
import Wire

/// Refuses to send one kind of request and keeps its body: the phone has made it, the server has not seen it.
public final class StoppingTransport: Transport {
    private let inner: any Transport
    private let suffix: String
    private let body = Mutex<[UInt8]?>(nil)

    public init(_ inner: any Transport, before suffix: String) {
        self.inner = inner
        self.suffix = suffix
    }

    public var held: [UInt8]? { body.withLock { $0 } }

    public func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        guard request.path.hasSuffix(suffix) else { return try inner.send(request) }
        body.withLock { $0 = request.body }
        // The one failure after which the reference phone does not try again.
        throw .badRequest
    }
}

/// Plain round robin over replicas: every request goes to the next one.
public final class RoundRobinTransport: Transport {
    private let replicas: [any Transport]
    private let next = Mutex(0)

    public init(_ replicas: [any Transport]) { self.replicas = replicas }

    public func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        let index = next.withLock { next in
            next += 1
            return (next - 1) % replicas.count
        }
        return try replicas[index].send(request)
    }
}

/// Keeps every byte that went up and came back, and lets a test step in before and after.
public final class RecordingTransport: Transport {
    public struct Exchange: Sendable {
        public let path: String
        public let request: [UInt8]
        /// Nil when there was none.
        public let response: HTTPResponse?
    }

    public typealias Send = @Sendable (PhoneRequest) throws(HTTPClientError) -> HTTPResponse

    private let forward: Send
    private let log = Mutex<[Exchange]>([])

    public init(_ forward: @escaping Send) { self.forward = forward }

    public convenience init(_ inner: any Transport) {
        self.init { (request) throws(HTTPClientError) in try inner.send(request) }
    }

    public var exchanges: [Exchange] { log.withLock { $0 } }

    public func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        do throws(HTTPClientError) {
            let response = try forward(request)
            note(request, response)
            return response
        } catch {
            note(request, nil)
            throw error
        }
    }

    private func note(_ request: PhoneRequest, _ response: HTTPResponse?) {
        log.withLock {
            $0.append(Exchange(path: request.path, request: request.body ?? [], response: response))
        }
    }
}
