import Phone
import Synchronization
import Wire

/// A way to the server on which messages get lost, damaged or replaced, by rules that are used up in their order.
final class FaultyTransport: Transport {
    enum Fault: Sendable {
        /// The request does not arrive.
        case loseRequest
        /// The server acts; its answer is lost.
        case loseAnswer
        /// The server acts; its answer is changed.
        case change(@Sendable ([UInt8]) -> [UInt8])
        /// The server is not asked.
        case answer(ServerProblem)
        /// Runs before the request goes on.
        case before(@Sendable () -> Void)
    }

    private struct Rule: Sendable {
        let suffix: String
        var times: Int
        let fault: Fault
    }

    private struct State: Sendable {
        var rules: [Rule] = []
        var sent: [PhoneRequest] = []
    }

    private let server: any Transport
    private let state = Mutex(State())

    init(_ server: any Transport) { self.server = server }

    /// The next `times` requests whose path (without a query) ends so meet the fault.
    func on(_ suffix: String, times: Int = 1, _ fault: Fault) {
        state.withLock { $0.rules.append(Rule(suffix: suffix, times: times, fault: fault)) }
    }

    /// The bodies that were sent to paths that end so.
    func bodies(_ suffix: String) -> [[UInt8]] {
        state.withLock { $0.sent.filter { $0.path.hasSuffix(suffix) }.map { $0.body ?? [] } }
    }

    func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        let path = request.path.split(separator: "?").first.map(String.init) ?? ""
        let fault = state.withLock { state -> Fault? in
            state.sent.append(request)
            guard let index = state.rules.firstIndex(where: { $0.times > 0 && path.hasSuffix($0.suffix) }) else {
                return nil
            }
            state.rules[index].times -= 1
            return state.rules[index].fault
        }
        switch fault {
        case nil: return try server.send(request)
        case .loseRequest: throw .connectionLost
        case .loseAnswer:
            _ = try server.send(request)
            throw .connectionLost
        case .change(let change):
            var response = try server.send(request)
            response.body = change(response.body)
            return response
        case .answer(let problem): return FakeServer.response(problem)
        case .before(let action):
            action()
            return try server.send(request)
        }
    }
}
