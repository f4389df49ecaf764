import Crypto
import Foundation
import Phone
import Server
import ServerTestSupport
import Synchronization
import Testing
import Wire

/// What a process does with what it had begun when the database went away.
@Suite("A database that is away for a while")
struct OutageTests {
    /// Hides a table from every statement, as a failing database would; armed and disarmed by a test.
    private final class Outage: Sendable {
        private let hide = Mutex<(@Sendable () -> Void)?>(nil)

        func arm(_ body: @escaping @Sendable () -> Void) { hide.withLock { $0 = body } }

        func strike() {
            let body = hide.withLock { $0.take() }
            body?()
        }
    }

    @Test("a claim that could not be given back is given back later: the same K3 then completes")
    func claim() throws {
        let outage = Outage()
        let service = try TestService(faults: FaultPoints { if $0 == .afterClaim { outage.strike() } })
        let deployment = service.deployment
        let kit = try K3Kit(service.transport())
        let (_, body) = try kit.prove(citizen: "УХ00112233")
        outage.arm { _ = try? deployment.sql("ALTER TABLE enrolment RENAME TO enrolment_away") }
        let failed = try kit.complete(body)
        #expect(failed.status == 500)
        #expect(try service.metric("tamga_cleanups_waiting") == 1)
        let cause = #"{route="/enrollment/complete",cause="database_other"}"#
        #expect(try service.metric("tamga_http_failures_total" + cause) == 1)
        try deployment.sql("ALTER TABLE enrolment_away RENAME TO enrolment")
        #expect(try eventually { try kit.complete(body).status == 200 })
        #expect(try service.metric("tamga_cleanups_waiting") == 0)
    }

    @Test("a rejected K3 that could not be recorded is recorded later")
    func rejected() throws {
        let outage = Outage()
        let service = try TestService(faults: FaultPoints { if $0 == .afterClaim { outage.strike() } })
        let deployment = service.deployment
        let kit = try K3Kit(service.transport())
        let opened = try kit.openAnything(citizen: "УХ00112233")
        // What judges K3 reads the audit; what records the judgement writes it.
        outage.arm {
            _ = try? deployment.sql("ALTER TABLE audit_entry ADD CONSTRAINT away CHECK (false) NOT VALID")
        }
        #expect(try kit.complete(kit.body(opened, .nonsense)).status == 400)
        let state = "SELECT state FROM enrolment WHERE id = '\(opened.id)'"
        #expect(try deployment.value(state) == "COMPUTING")
        try deployment.sql("ALTER TABLE audit_entry DROP CONSTRAINT away")
        #expect(try eventually { try deployment.value(state) == "FAILED" })
    }

    @Test("an attempt whose answer could not be stored is given up as soon as that can be stored")
    func attempt() throws {
        let outage = Outage()
        let service = try TestService(faults: FaultPoints { if $0 == .beforeAnswerStored { outage.strike() } })
        let deployment = service.deployment
        let phone = try service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly)
        let digest = SHA256.hash([1])
        let session = try service.relyingParty.sign(digest: digest, document: phone.documentNumber)
        let s3 = try phone.body(of: .prove, session: session)
        outage.arm { _ = try? deployment.sql("ALTER TABLE attempt RENAME TO attempt_away") }
        #expect(try phone.send(.prove, s3, session: session).status == 500)
        #expect(try service.metric("tamga_cleanups_waiting") == 1)
        try deployment.sql("ALTER TABLE attempt_away RENAME TO attempt")
        let state = "SELECT state FROM attempt WHERE session_id = '\(session)'"
        #expect(try eventually { try deployment.value(state) == "BURNED" })
        try phone.restore(phone.registry.state.withoutOpenRuns)
        try phone.approve(session)
        #expect(try service.relyingParty.hasValidSignature(session, digest: digest))
    }

    @Test("an answer that was not stored, because the attempt was given up meanwhile, never leaves")
    func givenUpMeanwhile() throws {
        let outage = Outage()
        let service = try TestService(faults: FaultPoints { if $0 == .beforeAnswerStored { outage.strike() } })
        let deployment = service.deployment
        let phone = try service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly)
        let session = try service.relyingParty.sign(digest: SHA256.hash([1]), document: phone.documentNumber)
        let s3 = try phone.body(of: .prove, session: session)
        // What another process does to the attempts of one that it takes for dead.
        outage.arm {
            _ = try? deployment.sql("UPDATE attempt SET state = 'BURNED' WHERE session_id = '\(session)'")
        }
        let answer = try phone.send(.prove, s3, session: session)
        #expect(answer.outcome == "409 SIGNING_RESTART")
        #expect(try deployment.value("SELECT count(s4_answer) FROM attempt") == "0")
        #expect(try phone.send(.prove, s3, session: session).status == 409)
    }
}
