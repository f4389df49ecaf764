import Crypto
import Phone
import Synchronization
import Testing
import Wire

/// A run whose S3 has left: there may be a c3 for it, of no use without k1. Nothing takes its place before it has
/// ended.
@Suite struct OpenRunTests {
    /// A phone that has approved `session-1`, whose answers to that round were all lost; `session-2` waits.
    private static func interrupted(
        _ round: String, _ fault: FaultyTransport.Fault = .loseAnswer
    ) throws -> Fixture {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.server.add(.signature("session-2", text: "another document"))
        fixture.transport.on(round, times: 8, fault)
        let error = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(error?.code == "TRANSPORT")
        #expect(try fixture.slot(.signature).openRun?.sessionId == "session-1")
        return fixture
    }

    /// A refusal of the next prove, once session-1's S3 has left.
    private static func refused(_ status: Int, _ code: String) throws -> Fixture {
        let fixture = try interrupted("prove")
        fixture.transport.on("prove", .answer(ServerProblem(status: status, code: code)))
        return fixture
    }

    @Test(arguments: [
        ("prove", FaultyTransport.Fault.loseAnswer), ("prove", .loseRequest), ("finish", .loseRequest),
        ("finish", .loseAnswer),
    ])
    func endsBeforeAnotherBegins(round: String, fault: FaultyTransport.Fault) throws {
        let fixture = try Self.interrupted(round, fault)
        let steps = Mutex<[ApprovalProgress]>([])
        let outcome = try fixture.approver { step in steps.withLock { $0.append(step) } }
            .approve("session-2", pins: Fixture.pins)
        #expect(outcome == .signed(endResult: "OK", callbackURL: nil))
        #expect(steps.withLock { $0.contains(.settled(sessionId: "session-1", result: "OK")) })
        for (id, text) in [("session-1", "a document"), ("session-2", "another document")] {
            let signature = try #require(fixture.server.session(id)?.signature, "\(id)")
            #expect(
                ECDSA.isValid(
                    r: Array(signature.prefix(32)), s: Array(signature.suffix(32)),
                    digest: SHA256.hash(Array(text.utf8)), publicKey: try fixture.slot(.signature).Q))
        }
        #expect(fixture.transport.bodies("commit").count == 2)
        #expect(Set(fixture.transport.bodies("prove")).count == 2)
        #expect(try fixture.slot(.signature).openRun == nil)
    }

    @Test(arguments: [
        (404, "SESSION_EXPIRED"), (409, "SESSION_COMPLETE"), (409, "SIGNING_RESTART"), (409, "SIGNING_STEP_TAKEN"),
        (403, "KEY_SUSPENDED"), (403, "RATCHET_CLONE"), (409, "EPOCH"),
    ])
    func isGivenUpWhenTheServerSaysThatItIsOver(status: Int, code: String) throws {
        let fixture = try Self.refused(status, code)
        let steps = Mutex<[ApprovalProgress]>([])
        try fixture.approver { step in steps.withLock { $0.append(step) } }
            .approve("session-2", pins: Fixture.pins)
        #expect(steps.withLock { $0.contains(.settled(sessionId: "session-1", result: code)) })
        #expect(try fixture.slot(.signature).openRun == nil)
    }

    /// Also when nothing follows: what is over is not kept.
    @Test func isForgottenWithTheRefusalThatEndsIt() throws {
        let fixture = try Self.refused(404, "SESSION_EXPIRED")
        let error = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(error?.code == "SESSION_EXPIRED")
        #expect(try fixture.slot(.signature).openRun == nil)
    }

    /// What is about the phone or the moment says nothing of the run.
    @Test(arguments: [
        (401, "DEVICE_TOKEN_INVALID"), (401, "RATCHET_UNKNOWN"), (403, "DEVICE_SUSPENDED"), (418, "SOMETHING_NEW"),
    ])
    func standsInTheWayUntilItIsKnownHowItEnds(status: Int, code: String) throws {
        let fixture = try Self.refused(status, code)
        let error = failure { try fixture.approver().approve("session-2", pins: Fixture.pins) }
        #expect(error?.code == "RUN_OPEN")
        #expect(error?.description.contains("session-1") == true)
        #expect(error?.description.contains("2030-01-01T00:00:00Z") == true)
        #expect(fixture.transport.bodies("commit").count == 1)
        #expect(try fixture.slot(.signature).openRun?.sessionId == "session-1")
        // The way is free when it has ended.
        try fixture.approver().approve("session-1", pins: Fixture.pins)
        try fixture.approver().approve("session-2", pins: Fixture.pins)
        #expect(fixture.transport.bodies("commit").count == 2)
    }

    @Test func isNotGivenUpWithoutAnAnswer() throws {
        let fixture = try Self.interrupted("prove")
        fixture.transport.on("prove", times: 8, .loseRequest)
        #expect(failure { try fixture.approver().approve("session-2", pins: Fixture.pins) }?.code == "TRANSPORT")
        fixture.transport.on("prove", times: 8, .answer(ServerProblem(status: 503, code: "OVERLOADED")))
        #expect(failure { try fixture.approver().approve("session-2", pins: Fixture.pins) }?.code == "OVERLOADED")
        #expect(fixture.transport.bodies("commit").count == 1)
        #expect(try fixture.slot(.signature).openRun?.sessionId == "session-1")
    }

    /// A run that this phone cannot take up stands in the way for the life of its S2, no longer.
    @Test func isGivenUpWhenItsTimeIsOver() throws {
        let fixture = try Self.refused(403, "DEVICE_SUSPENDED")
        var later = Fixture.environment
        later.now = { 1_900_000_000 }
        let approver = try Approver(registry: fixture.registry, transport: fixture.transport, environment: later)
        try approver.approve("session-2", pins: Fixture.pins)
        #expect(try fixture.slot(.signature).openRun == nil)
    }

    /// Also where every answer is a failure of the server's.
    @Test func isGivenUpWhenItsTimeIsOverAndTheServerFails() throws {
        let fixture = try Self.interrupted("prove")
        fixture.transport.on("prove", times: 8, .answer(ServerProblem(status: 500, code: "INTERNAL")))
        var later = Fixture.environment
        later.now = { 1_900_000_000 }
        let approver = try Approver(registry: fixture.registry, transport: fixture.transport, environment: later)
        try approver.approve("session-2", pins: Fixture.pins)
        #expect(try fixture.slot(.signature).openRun == nil)
    }

    @Test func keepsItsPlaceThroughAWrongPIN() throws {
        let fixture = try Self.interrupted("prove")
        let wrong = PINs(pin1: PIN("1234"), pin2: PIN("00000"))
        let error = failure { try fixture.approver().approve("session-2", pins: wrong) }
        #expect(error == .wrongPIN(remaining: 9))
        #expect(fixture.transport.bodies("commit").count == 1)
        #expect(try fixture.slot(.signature).openRun?.sessionId == "session-1")
    }

    @Test func mayBeTheEndOfTheKey() throws {
        let fixture = try Self.interrupted("prove", .loseRequest)
        fixture.server.state.withLock { $0.cheat = .otherPlaintext }
        let error = failure { try fixture.approver().approve("session-2", pins: Fixture.pins) }
        #expect(error?.code == "C3_INVALID")
        #expect(try fixture.slot(.signature).status == .locked)
        #expect(fixture.server.state.withLock { $0.reports } == 1)
        #expect(fixture.transport.bodies("commit").count == 1)
    }

    @Test func isNoMatterOfTheOtherSlot() throws {
        let fixture = try Self.interrupted("prove")
        fixture.server.add(.login("login-1"))
        try fixture.approver().approve("login-1", pins: Fixture.pins)
        #expect(try fixture.slot(.signature).openRun?.sessionId == "session-1")
        #expect(fixture.server.session("session-1")?.signature == nil)
    }
}
