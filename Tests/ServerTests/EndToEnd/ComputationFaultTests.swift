@_spi(Deterministic) import Crypto
import Phone
import Server
import ServerTestSupport
import Synchronization
import Testing
import Wire

/// A machine that errs while it computes c3, and is told so (`TAMGA_FAULT_CHECK`).
@Suite("A fault in the computation of c3", .serialized)
struct ComputationFaultTests {
    @Test("never leaves: the attempt ends, the operator is told, the key stays and signs when the fault is gone")
    func neverLeaves() throws {
        let isFaulty = Atomic(false)
        let service = try TestService(settings: ["TAMGA_FAULT_CHECK": "true"]) { configuration in
            #expect(configuration.faultCheck != nil)
            configuration.faultCheck = FaultCheck { step, limbs in
                if step == .secondShare, isFaulty.load(ordering: .relaxed) { limbs[3] ^= 1 << 17 }
            }
        }
        let phone = try service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly)
        let (party, deployment) = (service.relyingParty, service.deployment)
        let key = """
            SELECT state || ' ' || epoch || ' ' || sign_counter FROM key_share WHERE slot = 'SIGN'
            """
        isFaulty.store(true, ordering: .relaxed)
        let digest = SHA256.hash([28])
        let session = try party.sign(digest: digest, document: phone.documentNumber)
        let s3 = try phone.body(of: .prove, session: session)
        let before = try deployment.value(key)
        let answer = try phone.send(.prove, s3, session: session)
        #expect(answer.outcome == "500 INTERNAL")
        #expect(answer.json["c3"] == nil)
        #expect(try deployment.value("SELECT count(*) FROM attempt WHERE s4_answer IS NOT NULL") == "0")
        #expect(try deployment.value("SELECT string_agg(state, ' ') FROM attempt") == "BURNED")
        #expect(try deployment.value(key) == before)
        // The same S3 again finds the attempt burned, and nothing is computed.
        #expect(try phone.send(.prove, s3, session: session).outcome == "409 SIGNING_RESTART")
        let alert = "SELECT count(*) FROM audit_entry WHERE kind = 'alert.computationFault'"
        #expect(try deployment.value(alert + " AND subject = '\(phone.documentNumber)'") == "1")
        #expect(try service.metric(#"tamga_alerts_total{kind="computationFault"}"#) == 1)

        isFaulty.store(false, ordering: .relaxed)
        try phone.restore(phone.registry.state.withoutOpenRuns)
        try phone.approve(session)
        #expect(try party.hasValidSignature(session, digest: digest))
        #expect(try service.metric(#"tamga_alerts_total{kind="computationFault"}"#) == 1)
    }
}
