import Crypto
import Phone
import Server
import ServerTestSupport
import Synchronization
import Testing
import Wire

/// What the kill tests share: one database, one phone, and the memory of everything that went over the wire.
private final class KillWorld {
    let deployment: TestDeployment
    let phone: TestPhone
    var ledger = SigningLedger()

    init() throws {
        deployment = try TestDeployment()
        let server = try ServeProcess(deployment)
        phone = try TestPhone(transport: server.transport())
        try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
        server.kill()
        try deployment.forgetDeadOwners()
        try deployment.sql("UPDATE replica SET heartbeat = heartbeat - interval '1 minute'")
    }
}

@Suite("A server killed at any durable step gives one valid signature and never a second answer", .serialized)
struct KillPointTests {
    /// In a lock because a phone does one thing at a time; the suite is serialised, so that nobody waits for it.
    private static let world = Mutex<KillWorld?>(nil)

    private static func withWorld(_ body: (KillWorld) throws -> Void) throws {
        try world.withLock { world in
            let current = try world ?? KillWorld()
            world = current
            try body(current)
        }
    }

    /// Steps at which nothing has left yet, so that the phone must begin again at commit.
    private static let restarting = ["after-commit", "before-t1", "after-t1", "before-t2"]
    /// Steps at which the nonce is consumed: until the owner is known to be dead, the phone is asked to wait.
    private static let waiting = ["after-t1", "before-t2"]

    @Test(
        "the phone repeats its bytes, begins again where it must, and the session ends with one signature",
        arguments: ["after-commit", "before-t1", "after-t1", "before-t2", "after-t2", "before-finish", "after-finish"])
    func signing(_ label: String) throws {
        try Self.withWorld { world in
            let supervisor = try Supervisor(world.deployment, killAt: label)
            defer { supervisor.stop() }
            let digest = SHA256.hash(Array("signed although killed \(label)".utf8))
            let session = try supervisor.relyingParty.sign(digest: digest, document: world.phone.documentNumber)
            let transport = supervisor.transport()
            let outcome = try world.phone.approve(session, through: transport, environment: supervisor.environment)
            #expect(outcome == .signed(endResult: "OK", callbackURL: nil))
            #expect(supervisor.deaths == 1)
            #expect(try supervisor.relyingParty.hasValidSignature(session, digest: digest))

            var ledger = SigningLedger()
            ledger.add(transport.exchanges)
            #expect(ledger.released == 1)
            #expect(ledger.codes.contains("SIGNING_RESTART") == Self.restarting.contains(label))
            #expect(ledger.codes.contains("IN_PROGRESS") == Self.waiting.contains(label))
            world.ledger.add(transport.exchanges)
            #expect(world.ledger.violations.isEmpty)
            try Self.expectSound(world, session: session)
        }
    }

    /// The database tells the same story: one attempt done, the others burned without an answer, nothing suspended.
    private static func expectSound(_ world: KillWorld, session: String) throws {
        let attempts = try world.deployment.sql(
            "SELECT state, s4_answer IS NOT NULL FROM attempt WHERE session_id = '\(session)' ORDER BY sign_counter")
        #expect(attempts.last == ["DONE", "t"])
        #expect(attempts.dropLast().allSatisfy { $0 == ["BURNED", "f"] })
        let reused = try world.deployment.value("SELECT count(*) - count(DISTINCT r2) FROM attempt")
        #expect(reused == "0")
        let inactive = try world.deployment.value("SELECT count(*) FROM key_share WHERE state <> 'ACTIVE'")
        #expect(inactive == "0")
        let twice = try world.deployment.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM audit_entry WHERE kind = 'attempt.released'
            GROUP BY detail ->> 'attempt' HAVING count(*) > 1) AS twice
            """)
        #expect(twice == "0")
    }

    @Test("an attempt whose owner died is burned in the background, and the phone that comes back later signs")
    func orphans() throws {
        try Self.withWorld { world in
            let supervisor = try Supervisor(world.deployment, killAt: "after-t1")
            defer { supervisor.stop() }
            let digest = SHA256.hash(Array("signed after a while".utf8))
            let session = try supervisor.relyingParty.sign(digest: digest, document: world.phone.documentNumber)
            let transport = supervisor.transport()
            let s3 = try world.phone.body(of: .prove, session: session, through: transport)
            #expect(throws: HTTPClientError.self) {
                try world.phone.send(.prove, s3, session: session, through: transport)
            }
            try world.deployment.forgetDeadOwners()
            let isBurned = try eventually {
                try world.deployment.value("SELECT state FROM attempt WHERE session_id = '\(session)'") == "BURNED"
            }
            #expect(isBurned)
            try world.phone.approve(session, through: transport, environment: supervisor.environment)
            #expect(try supervisor.relyingParty.hasValidSignature(session, digest: digest))
            world.ledger.add(transport.exchanges)
            #expect(world.ledger.violations.isEmpty)
        }
    }

    @Test("a session whose server dies five times in a row ends, and the key stays usable", .timeLimit(.minutes(2)))
    func exhausted() throws {
        try Self.withWorld { world in
            let supervisor = try Supervisor(world.deployment)
            defer { supervisor.stop() }
            let document = try world.phone.documentNumber
            let session = try supervisor.relyingParty.sign(digest: SHA256.hash([1]), document: document)
            let transport = supervisor.transport()
            for _ in 1...5 {
                // Each commit finds the one before ownerless; the fifth burned attempt ends the session.
                _ = try world.phone.body(of: .prove, session: session, through: transport)
                try supervisor.restart()
                try world.deployment.forgetDeadOwners()
                try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
            }
            let late = try #require(throws: PhoneError.self) {
                try world.phone.approve(session, through: transport, environment: supervisor.environment)
            }
            #expect(["SIGNING_ATTEMPTS_EXHAUSTED", "SESSION_COMPLETE"].contains(late.code))
            #expect(try supervisor.relyingParty.endResult(session) == "PROTOCOL_FAILURE")

            let digest = SHA256.hash([2])
            let next = try supervisor.relyingParty.sign(digest: digest, document: document)
            try world.phone.approve(next, through: transport, environment: supervisor.environment)
            #expect(try supervisor.relyingParty.hasValidSignature(next, digest: digest))
            world.ledger.add(transport.exchanges)
            #expect(world.ledger.violations.isEmpty)
        }
    }
}
