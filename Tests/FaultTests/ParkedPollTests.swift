import Crypto
import Glibc
import Phone
import Server
import ServerTestSupport
import Testing
import Wire

@Suite("Long polls cost the service no threads")
struct ParkedPollTests {
    @Test("200 parked polls add no thread, and each is answered within a second of its session's end")
    func parked() throws {
        let deployment = try TestDeployment()
        let server = try ServeProcess(deployment)
        let phone = try TestPhone(transport: server.transport())
        try phone.enrol(registrationNumber: "АЮ79081904", slots: .signOnly)
        // A busy machine may stall any of us for a second; that it succeeds once shows that nothing waits for a sweep.
        var slowest: Int?
        for _ in 1...3 {
            slowest = try round(deployment, server, phone)
            if let slowest, slowest <= 1_000 { break }
        }
        #expect((slowest ?? .max) <= 1_000)
    }

    /// - Returns: milliseconds from the last session's end to the last answer
    private func round(_ deployment: TestDeployment, _ server: ServeProcess, _ phone: TestPhone) throws -> Int? {
        let party = deployment.relyingParty(at: server.baseURL)
        let sessions = try (0..<20).map { index in
            try party.sign(digest: SHA256.hash([UInt8(index)]), document: phone.documentNumber)
        }
        let before = try server.threadCount
        let polls = PollingSockets()
        let authority = server.baseURL.dropFirst("http://".count).dropLast("/v3".count)
        let address = try #require(SocketAddress(String(authority)))
        for session in sessions {
            for _ in 0..<10 {
                try polls.send(
                    "GET /v3/session/\(session)?timeoutMs=60000 HTTP/1.1\r\nHost: \(authority)\r\n"
                        + "Authorization: Bearer \(party.secret)\r\n\r\n", to: address)
            }
        }
        // All have been read and parked when the server has nothing left to do; it would answer an error at once.
        usleep(1_500_000)
        #expect(polls.count == 200)
        #expect(polls.answered == 0)
        #expect(try server.threadCount <= before)

        let client = PhoneClient(
            transport: try server.transport(), deviceToken: try phone.registry.registration().deviceToken)
        for session in sessions { try client.refuse(session, reason: .userRefused) }
        let passed = polls.allAnswered(withinMilliseconds: 30_000)
        #expect(passed != nil)
        let answers = polls.answers()
        #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200") && $0.contains("USER_REFUSED") })
        return passed
    }
}
