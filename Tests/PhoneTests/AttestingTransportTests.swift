import Crypto
import Foundation
import Synchronization
import Testing
import Wire

@testable import Phone

/// What the phone does with nonces, counters and refusals, against a server that answers from a list.
@Suite struct AttestingTransportTests {
    /// Answers from a list, and 200 with a numbered nonce after its end.
    private final class Listed: Transport {
        private struct State {
            var answers: [HTTPResponse]
            var seen: [PhoneRequest] = []
        }

        private let state: Mutex<State>

        init(_ answers: [HTTPResponse] = []) { state = Mutex(State(answers: answers)) }

        var seen: [PhoneRequest] { state.withLock { $0.seen } }

        func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
            let answer = state.withLock { state -> HTTPResponse? in
                state.seen.append(request)
                if request.path == "/v3/attestation/challenge" {
                    return HTTPResponse(status: 200, body: Array(#"{"nonce":"asked"}"#.utf8))
                }
                guard !state.answers.isEmpty else { return Self.answer(200, nonce: "n\(state.seen.count)") }
                let next = state.answers.removeFirst()
                return next.status == 0 ? nil : next
            }
            guard let answer else { throw .connectionLost }
            return answer
        }

        static func answer(_ status: Int, _ code: String = "", nonce: String? = "next") -> HTTPResponse {
            var headers = HTTPHeaders()
            if let nonce { headers.add("X-Next-Attestation-Nonce", nonce) }
            return HTTPResponse(status: status, headers: headers, body: Array(#"{"code":"\#(code)"}"#.utf8))
        }

        static let lost = HTTPResponse(status: 0, body: [])
    }

    private static let mobile = PhoneRequest(method: "GET", path: "/v3/mobile/pending/d")

    private func hardware() throws -> SyntheticHardware {
        let authority = try SyntheticAppAttestAuthority(
            seed: SecretBytes.random(count: 32, from: SystemRandom()), now: PhoneEnvironment.unixSeconds())
        return SyntheticHardware(
            authority: authority, app: .init(appID: "TESTTEAM01.mn.app", environment: .production))
    }

    private func sent(_ listed: Listed) -> [String] {
        listed.seen.map { "\($0.headers["Type"] ?? "-") \($0.headers["Attestation-Nonce"] ?? "-")" }
    }

    @Test func theFirstRequestAttestsAndLaterOnesAssertWithTheNonceOfTheAnswerBefore() throws {
        let listed = Listed()
        let transport = AttestingTransport(listed, hardware: try hardware())
        for _ in 0..<3 { _ = try transport.send(Self.mobile) }
        #expect(sent(listed) == ["- -", "attest asked", "assert n2", "assert n3"])
    }

    @Test func whatNeedsNoKeyIsNotSigned() throws {
        let listed = Listed()
        let transport = AttestingTransport(listed, hardware: try hardware())
        for path in [
            "/v3/attestation/challenge", "/v3/enrollment/parameters?suite=1", "/v3/pins",
            "/v3/kyc/dan/callback?state=a",
        ] { _ = try transport.send(PhoneRequest(method: "GET", path: path)) }
        #expect(sent(listed) == ["- -", "- -", "- -", "- -"])
    }

    @Test func aNonceIsGoneWithTheRequestAlsoWithoutAnAnswer() throws {
        let listed = Listed([Listed.answer(200), Listed.lost])
        let transport = AttestingTransport(listed, hardware: try hardware())
        _ = try transport.send(Self.mobile)
        #expect(throws: HTTPClientError.connectionLost) { try transport.send(Self.mobile) }
        _ = try transport.send(Self.mobile)
        #expect(sent(listed) == ["- -", "attest asked", "assert next", "- -", "assert asked"])
    }

    @Test func anAttestationWithoutAnAnswerIsNotSentAgain() throws {
        let listed = Listed([Listed.lost])
        let transport = AttestingTransport(listed, hardware: try hardware())
        #expect(throws: HTTPClientError.connectionLost) { try transport.send(Self.mobile) }
        _ = try transport.send(Self.mobile)
        #expect(sent(listed) == ["- -", "attest asked", "- -", "assert asked"])
    }

    @Test(arguments: ["ATTESTATION_NONCE_EXPIRED", "ATTESTATION_NONCE_SPENT", "ASSERTION_COUNTER_REPLAYED"])
    func aNonceOrCounterThatIsRefusedIsTriedOnceMore(code: String) throws {
        let refusal = Listed.answer(code.hasPrefix("ASSERTION") ? 409 : 401, code, nonce: "again")
        let listed = Listed([Listed.answer(200), refusal, refusal])
        let transport = AttestingTransport(listed, hardware: try hardware())
        _ = try transport.send(Self.mobile)
        #expect(try transport.send(Self.mobile).status == refusal.status)
        #expect(sent(listed) == ["- -", "attest asked", "assert next", "assert again"])
    }

    @Test func aNonceThatHasLainIsNotUsed() throws {
        let listed = Listed()
        let clock = Mutex<Int64>(0)
        let transport = AttestingTransport(listed, hardware: try hardware()) { clock.withLock { $0 } }
        _ = try transport.send(Self.mobile)
        clock.withLock { $0 = 100_000 }
        _ = try transport.send(Self.mobile)
        #expect(sent(listed) == ["- -", "attest asked", "- -", "assert asked"])
    }

    @Test func aPhoneThatIsNotEnrolledTakesAnotherKeyAndAnEnrolledOneDoesNot() throws {
        let hardware = try hardware()
        let unknown = Listed.answer(401, "ATTESTATION_KEY_UNKNOWN")
        let listed = Listed([Listed.answer(200), unknown, Listed.answer(200), unknown])
        let transport = AttestingTransport(listed, hardware: hardware)
        let beginning = PhoneRequest(method: "GET", path: "/v3/kyc/methods")
        for request in [beginning, beginning, Self.mobile] { _ = try transport.send(request) }
        #expect(sent(listed) == ["- -", "attest asked", "assert next", "attest next", "assert next"])
        let keys = listed.seen.compactMap { $0.headers["KeyId"] }
        #expect(keys[1] != keys[2] && keys[2] == keys[3])
    }

    /// Two processes of one phone share the enclave's file.
    @Test func theEnclavesFileKeepsKeyAndCounter() throws {
        let path = NSTemporaryDirectory() + "enclave-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let one = SyntheticHardwareFile(path: path), other = SyntheticHardwareFile(path: path)
        #expect(!one.exists)
        try one.create(seed: [UInt8](repeating: 5, count: 32), appID: "TESTTEAM01.mn.app")
        #expect(try one.key() == nil)
        let key = try one.makeKey()
        #expect(try other.key() == key)
        let hash = SHA256.hash([1])
        var counters: [UInt8] = []
        for hardware in [one, other, one] { counters += try hardware.assert(clientDataHash: hash).suffix(1) }
        #expect(counters == [1, 2, 3])
        try other.noteAttested()
        #expect(try one.key()?.isAttested == true)
    }
}
