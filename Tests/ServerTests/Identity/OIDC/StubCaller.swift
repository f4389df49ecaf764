import Crypto
import Synchronization
import Wire

@testable import Server

/// Answers in the place of other servers, and keeps what it was asked.
final class StubCaller: OutgoingCaller {
    typealias Answer = Result<OutgoingResponse, OutgoingError>

    private let answers: Mutex<[String: Answer]>
    private let asked = Mutex<[OutgoingRequest]>([])

    /// - Parameter answers: by address
    init(_ answers: [String: Answer] = [:]) { self.answers = Mutex(answers) }

    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingResponse {
        asked.withLock { $0.append(request) }
        guard let answer = answers.withLock({ $0[request.url.text] }) else { throw .unreachable }
        return try answer.get()
    }

    var requests: [OutgoingRequest] { asked.withLock { $0 } }

    func answer(_ url: String, _ answer: Answer) { answers.withLock { $0[url] = answer } }

    static func json(_ value: JSONValue, status: Int = 200) -> Answer {
        .success(OutgoingResponse(status: status, body: value.bytes))
    }
}
