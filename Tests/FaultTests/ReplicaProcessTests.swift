import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

@Suite("Two processes on one database behind plain round robin", .serialized)
struct ReplicaProcessTests {
    /// Two servers, a phone that goes from one to the other with every request, and what it sent.
    private struct Pair {
        let deployment: TestDeployment
        let servers: [ServeProcess]
        let transport: RecordingTransport
        let phone: TestPhone

        init() throws {
            deployment = try TestDeployment()
            servers = [try ServeProcess(deployment), try ServeProcess(deployment)]
            transport = RecordingTransport(
                RoundRobinTransport([try servers[0].transport(), try servers[1].transport()]))
            phone = try TestPhone(transport: transport)
            try phone.enrol(registrationNumber: "УБ03251817", slots: .signOnly)
        }

        func party(_ replica: Int) -> TestRelyingParty { deployment.relyingParty(at: servers[replica].baseURL) }

        var ledger: SigningLedger {
            var ledger = SigningLedger()
            ledger.add(transport.exchanges)
            return ledger
        }
    }

    @Test("every round reaches the process that holds the nonce; a killed or frozen owner costs one attempt")
    func rounds() throws {
        let pair = try Pair()
        let document = try pair.phone.documentNumber
        for count in 1...3 {
            let digest = SHA256.hash([UInt8(count)])
            let session = try pair.party(count % 2).sign(digest: digest, document: document)
            try pair.phone.approve(session)
            #expect(try pair.party(0).hasValidSignature(session, digest: digest))
            #expect(try pair.party(1).hasValidSignature(session, digest: digest))
        }
        #expect(!pair.ledger.codes.contains("SIGNING_RESTART"))
        #expect(try pair.deployment.value("SELECT count(*) FROM attempt WHERE state <> 'DONE'") == "0")

        try frozenOwner(pair)
        try ownerKilledWhileProving(pair)
        try killedOwner(pair)
        #expect(pair.ledger.violations.isEmpty)
        #expect(try pair.deployment.value("SELECT count(*) FROM key_share WHERE state <> 'ACTIVE'") == "0")
    }

    /// The owner hangs: after the relay's two seconds the attempt is burned, and when the owner wakes up it finds that
    /// its nonce is worth nothing.
    private func frozenOwner(_ pair: Pair) throws {
        let digest = SHA256.hash(Array("frozen".utf8))
        let session = try pair.party(0).sign(digest: digest, document: pair.phone.documentNumber)
        let (owner, other) = (try pair.servers[0].transport(), try pair.servers[1].transport())
        let s3 = try pair.phone.body(of: .prove, session: session, through: owner)
        pair.servers[0].freeze()
        let refused = try pair.phone.send(.prove, s3, session: session, through: other)
        #expect(refused.outcome == "409 SIGNING_RESTART")
        try pair.phone.approve(session, through: other)
        #expect(try pair.party(1).hasValidSignature(session, digest: digest))
        pair.servers[0].thaw()
        let late = try pair.phone.send(.prove, s3, session: session, through: owner)
        #expect(late.outcome == "409 SIGNING_RESTART")
        let released = try pair.deployment.value(
            "SELECT count(*) FROM attempt WHERE session_id = '\(session)' AND s4_answer IS NOT NULL")
        #expect(released == "1")
    }

    /// The owner dies with the nonce consumed while the other replica waits for it: until it is known to be dead the
    /// phone is asked to wait, because a commit could not be granted yet.
    private func ownerKilledWhileProving(_ pair: Pair) throws {
        let third = try ServeProcess(pair.deployment, killAt: "after-t1")
        let other = try pair.servers[1].transport()
        let digest = SHA256.hash(Array("killed while proving".utf8))
        let session = try pair.party(1).sign(digest: digest, document: pair.phone.documentNumber)
        let s3 = try pair.phone.body(of: .prove, session: session, through: third.transport())
        for _ in 1...2 {
            let waiting = try pair.phone.send(.prove, s3, session: session, through: other)
            #expect(waiting.outcome == "409 IN_PROGRESS")
            #expect(waiting.headers["Retry-After"] != nil)
        }
        #expect(third.hasEnded(withinMilliseconds: 5_000))
        try pair.deployment.sql("DELETE FROM replica WHERE address = '\(third.relayAddress)'")
        let recorded = RecordingTransport(other)
        try pair.phone.approve(session, through: recorded)
        #expect(try pair.party(1).hasValidSignature(session, digest: digest))
        var ledger = SigningLedger()
        ledger.add(recorded.exchanges)
        #expect(ledger.violations.isEmpty && ledger.released == 1)
    }

    /// The owner is gone, its heartbeat still looks alive.
    private func killedOwner(_ pair: Pair) throws {
        let digest = SHA256.hash(Array("killed".utf8))
        let session = try pair.party(1).sign(digest: digest, document: pair.phone.documentNumber)
        let s3 = try pair.phone.body(of: .prove, session: session, through: pair.servers[0].transport())
        pair.servers[0].kill()
        let other = try pair.servers[1].transport()
        #expect(try pair.phone.send(.prove, s3, session: session, through: other).outcome == "409 SIGNING_RESTART")
        try pair.phone.approve(session, through: other)
        #expect(try pair.party(1).hasValidSignature(session, digest: digest))
    }
}
