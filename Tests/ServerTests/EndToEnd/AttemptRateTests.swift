import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

@Suite("Attempts of a key in a minute")
struct AttemptRateTests {
    @Test("are limited over all its sessions; another key's are not touched")
    func perKey() throws {
        let service = try TestService(settings: ["TAMGA_ATTEMPTS_PER_MINUTE": "2"])
        let phone = try service.enrolledPhone(registrationNumber: "УХ00112244", slots: .both)
        let party = service.relyingParty
        let state = phone.registry.state
        let digests = [SHA256.hash([1]), SHA256.hash([2])]
        let sessions = try digests.map { try party.sign(digest: $0, document: phone.documentNumber) }
        func commit(_ session: String) throws -> HTTPResponse {
            try phone.restore(state)
            return try phone.send(.commit, try phone.body(of: .commit, session: session), session: session)
        }
        for session in sessions { #expect(try commit(session).outcome == "200") }
        let refused = try commit(sessions[0])
        #expect(refused.outcome == "429 RATE_LIMITED")
        #expect((1...60).contains(Int(refused.headers["Retry-After"] ?? "") ?? 0))
        #expect(ErrorShape.problems(refused).isEmpty)
        // Nothing of the refused one is kept: no attempt, no number.
        #expect(try service.deployment.value("SELECT count(*) FROM attempt") == "2")
        #expect(try service.deployment.value("SELECT sign_counter FROM key_share WHERE slot = 'SIGN'") == "2")
        #expect(try party.endResult(sessions[0]) == "RUNNING")
        let logIn = try party.logIn(document: phone.documentNumber)
        #expect(try commit(logIn).outcome == "200")
    }
}
