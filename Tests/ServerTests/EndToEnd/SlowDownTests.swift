import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

@Suite("A device that sends wrong proofs")
struct SlowDownTests {
    @Test("waits, and its keys stay as they are")
    func waits() throws {
        let service = try TestService(settings: ["TAMGA_ATTEMPTS_PER_MINUTE": "8"])
        let phone = try service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly)
        let party = service.relyingParty
        let session = try party.sign(digest: SHA256.hash([1]), document: phone.documentNumber)
        let state = phone.registry.state
        for _ in 1...4 {
            try phone.restore(state)
            let s3 = try phone.body(of: .prove, session: session)
            let wrong = try BodyEditing.edit(s3, "shareProof", BodyEditing.flipped)
            #expect(try phone.send(.prove, wrong, session: session).outcome == "403 DL_SG_Q1")
        }
        let alerts = try service.deployment.value("SELECT count(*) FROM audit_entry WHERE kind = 'alert.shareProof'")
        #expect(alerts == "4")
        try phone.restore(state)
        let s1 = try phone.body(of: .commit, session: session)
        let refused = try phone.send(.commit, s1, session: session)
        #expect(refused.outcome == "429 RATE_LIMITED")
        #expect((1...60).contains(Int(refused.headers["Retry-After"] ?? "") ?? 0))
        #expect(ErrorShape.problems(refused).isEmpty)
        #expect(try service.deployment.value("SELECT state FROM key_share") == "ACTIVE")
        #expect(try service.deployment.value("SELECT count(*) FROM attempt") == "4")
        #expect(try party.endResult(session) == "RUNNING")
        #expect(try phone.get("/v3/device-status").json["state"]?.string == "ACTIVE")
    }
}
