import Crypto
import Phone
import Server
import ServerTestSupport
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

/// What another process does between two steps of a prove is told by the code that the ordinary path has for it.
@Suite("What changes while a prove is under way", .serialized)
struct InBetweenTests {
    /// Done once, when the label is reached.
    private struct Change: Sendable {
        let label: FaultPoints.Label
        let body: @Sendable () -> Void
    }

    private final class World {
        let service: TestService
        let phone: TestPhone
        private let change: PendingChange

        init() throws {
            let change = PendingChange()
            self.change = change
            service = try TestService(faults: FaultPoints { change.reach($0) })
            phone = try service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly)
        }

        /// The outcome of an S3 during which something happens.
        func prove(_ label: FaultPoints.Label, _ sql: String) throws -> String {
            try phone.restore(phone.registry.state.withoutOpenRuns)
            let party = service.relyingParty
            let session = try party.sign(digest: SHA256.hash([1]), document: phone.documentNumber)
            let s3 = try phone.body(of: .prove, session: session)
            let statement = sql.replacing("%s", with: session)
            let deployment = service.deployment
            change.await(Change(label: label) { _ = try? deployment.sql(statement) })
            let outcome = try phone.send(.prove, s3, session: session).outcome
            try service.deployment.sql("UPDATE key_share SET state = 'ACTIVE'")
            let answered = "SELECT count(*) FROM attempt WHERE session_id = '\(session)' AND s4_answer IS NOT NULL"
            #expect(try service.deployment.value(answered) == "0")
            return outcome
        }
    }

    private final class PendingChange: Sendable {
        private let change = Mutex<Change?>(nil)

        func await(_ next: Change) { change.withLock { $0 = next } }

        func reach(_ label: FaultPoints.Label) {
            let found = change.withLock { change -> Change? in
                guard let found = change, found.label == label else { return nil }
                change = nil
                return found
            }
            found?.body()
        }
    }

    /// SQL: how a session ends, with its attempts.
    private static func ends(_ result: String) -> String {
        """
        UPDATE rp_session SET state = 'COMPLETE', end_result = '\(result)', completed_at = now(),
            readable_until = now() + interval '10 minutes' WHERE id = '%s';
        UPDATE attempt SET state = 'BURNED', ended_at = now(), end_reason = '\(result)' WHERE session_id = '%s'
        """
    }

    @Test("before T1 and before T2: a key that was closed, a session that has ended, an attempt that was burned")
    func named() throws {
        let world = try World()
        let burned = """
            UPDATE attempt SET state = 'BURNED', ended_at = now(), end_reason = 'EPOCH' WHERE session_id = '%s'
            """
        let cases = [
            ("UPDATE key_share SET state = 'SUSPENDED'", "403 KEY_SUSPENDED"),
            ("UPDATE key_share SET state = 'LOCKED'", "403 KEY_LOCKED"),
            (Self.ends("TIMEOUT"), "404 SESSION_EXPIRED"), (Self.ends("USER_REFUSED"), "409 SESSION_COMPLETE"),
            (burned, "409 SIGNING_RESTART"),
        ]
        for (sql, outcome) in cases {
            for label: FaultPoints.Label in [.beforeConsume, .beforeAnswerStored] {
                #expect(try world.prove(label, sql) == outcome, "\(label.rawValue): \(sql.prefix(60))")
            }
        }
        let session = try world.service.relyingParty.sign(
            digest: SHA256.hash([2]), document: world.phone.documentNumber)
        try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
        try world.phone.approve(session)
        #expect(try world.service.relyingParty.hasValidSignature(session, digest: SHA256.hash([2])))
    }
}
