import Foundation
import ServerTestSupport
import Synchronization
import Wire

@testable import Crypto
@testable import Server

/// What stands for Apple's server of receipts: a real one on this machine, whose answer a test chooses.
final class ReceiptService: Sendable {
    typealias Answer = @Sendable (AppAttestReceipt) -> HTTPResponse

    /// Shared with the server's threads.
    private final class State: Sendable {
        private let held: Mutex<(answer: Answer, requests: [HTTPRequest])> = Mutex(({ _ in text(500, "") }, []))

        var requests: [HTTPRequest] { held.withLock { $0.requests } }

        func reset(_ answer: @escaping Answer) { held.withLock { $0 = (answer, []) } }

        func respond(to request: HTTPRequest) -> HTTPResponse {
            let answer = held.withLock { held in
                held.requests.append(request)
                return held.answer
            }
            guard let bytes = Base64.decode(String(decoding: request.body, as: UTF8.self)),
                let receipt = try? AppAttestReceipt(stored: bytes)
            else { return text(400, "no receipt") }
            return answer(receipt)
        }
    }

    private let state: State
    private let server: TestServer

    init() throws {
        let state = State()
        self.state = state
        server = try TestServer(
            handler: ClosureHandler(bodyLimit: 65_536) { request, _ in .respond(state.respond(to: request)) })
    }

    var url: String { "http://127.0.0.1:\(server.port)" }
    var requests: [HTTPRequest] { state.requests }

    func stop() { server.server.stop(graceMilliseconds: 0) }

    /// Chooses the answer and forgets what was asked before.
    func answers(_ answer: @escaping Answer) { state.reset(answer) }

    static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// 200 with a newer receipt of the same key.
    static func renewed(
        _ receipt: AppAttestReceipt, metric: String = "3", certificate: [UInt8]? = nil
    ) throws -> HTTPResponse {
        var newer = SyntheticReceipt(
            kind: .receipt, appID: receipt.appID, certificate: certificate ?? receipt.certificate, clientHash: [0xEF],
            environment: .production, createdAt: now)
        newer.fields.append((17, Array(metric.utf8)))
        newer.fields.append((19, SyntheticReceipt.time(now + 86_400)))
        return text(200, Base64.encode(try newer.signed(by: TestAttestation.authority)))
    }
}
