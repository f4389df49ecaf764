import Crypto
import Phone
import Synchronization
import Testing
import Wire

/// Messages that get lost or damaged on the way, and a phone or server that is stopped between two of them.
@Suite struct LostMessageTests {
    @Test(arguments: ["commit", "prove", "finish"])
    func sendsTheSameBytesAgain(round: String) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on(round, .loseAnswer)
        fixture.transport.on(round, .loseRequest)
        fixture.transport.on(round, .answer(ServerProblem(status: 409, code: "IN_PROGRESS", retryAfterSeconds: 1)))
        fixture.transport.on(round, .answer(ServerProblem(status: 503, code: "OVERLOADED")))
        #expect(
            try fixture.approver().approve("session-1", pins: Fixture.pins)
                == .signed(endResult: "OK", callbackURL: nil))
        let bodies = fixture.transport.bodies(round)
        #expect(bodies.count == 5)
        #expect(Set(bodies).count == 1)
    }

    @Test(arguments: ["commit", "prove"])
    func startsAgainWithFreshNonces(round: String) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on(round, .answer(ServerProblem(status: 409, code: "SIGNING_RESTART")))
        try fixture.approver().approve("session-1", pins: Fixture.pins)
        let commits = try fixture.transport.bodies("commit").map { try JSONParser.parse($0) }
        #expect(commits.count == 2)
        for member in ["nonce", "commitment"] { #expect(commits[0][member] != commits[1][member]) }
        // The citizen was not asked twice: the PIN was tried once.
        #expect(try fixture.slot(.signature).wrongPINs == 0)
    }

    @Test func givesUpAfterFiveAttempts() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on("prove", times: 9, .answer(ServerProblem(status: 409, code: "SIGNING_RESTART")))
        let error = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(error?.code == "SIGNING_RESTART")
        #expect(fixture.transport.bodies("commit").count == 5)
        #expect(try fixture.slot(.signature).ratchet.tokens.count == 6)
    }

    @Test(arguments: ["SESSION_EXPIRED", "SESSION_TAKEN", "SIGNING_ALREADY_RELEASED", "SIGNING_STEP_TAKEN"])
    func passesRefusalsOn(code: String) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on("commit", .answer(ServerProblem(status: 409, code: code, detail: "no")))
        let error = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(error == .server(ServerProblem(status: 409, code: code, detail: "no")))
        #expect(fixture.transport.bodies("commit").count == 1)
    }

    /// One flipped bit in any member under the core key's signature: asked again, never a lock.
    @Test(arguments: [
        ("commit", "signature"), ("commit", "R2"), ("commit", "nonce"), ("commit", "digest"), ("commit", "attempt"),
        ("prove", "c3"), ("prove", "signature"),
    ])
    func takesDamageForDamage(round: String, member: String) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on(round, times: 2, .change { flip(member, in: $0) })
        fixture.transport.on(round, .change { _ in Array("<html>".utf8) })
        #expect(
            try fixture.approver().approve("session-1", pins: Fixture.pins)
                == .signed(endResult: "OK", callbackURL: nil))
        #expect(fixture.transport.bodies(round).count == 4)
        #expect(Set(fixture.transport.bodies(round)).count == 1)
        #expect(try fixture.slot(.signature).status == .active)
    }

    /// A right answer with a smaller counter is an old server's: no S3 for it.
    @Test func refusesAnOldCounter() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.server.add(.signature("session-2"))
        try fixture.approver().approve("session-1", pins: Fixture.pins)
        fixture.server.key("SIGN")?.state.withLock { $0.signCounter = 0 }
        let error = failure { try fixture.approver().approve("session-2", pins: Fixture.pins) }
        #expect(error?.code == "COUNTER_NOT_INCREASING")
        #expect(fixture.transport.bodies("prove").count == 1)
    }

    @Test func repeatsADamagedFinish() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on("finish", .answer(ServerProblem(status: 422, code: "SIGNATURE_INVALID")))
        try fixture.approver().approve("session-1", pins: Fixture.pins)
        #expect(fixture.transport.bodies("finish").count == 2)
    }

    // MARK: The ratchet

    @Test func storesTheTokenBeforeItIsSent() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let seen = Recorder()
        fixture.transport.on("prove", .before { seen.note() })
        seen.look = { [store = UncheckedBox(fixture.store)] in
            let record = try? store.value.load()?.registration?.slot(.signature)
            return (record?.ratchet.tokens.count ?? 0, record?.lastSignCounter ?? 0, record?.openRun != nil)
        }
        try fixture.approver().approve("session-1", pins: Fixture.pins)
        #expect(seen.result?.0 == 2)
        #expect(seen.result?.1 == 1)
        #expect(seen.result?.2 == true)
        let body = try JSONParser.parse(fixture.transport.bodies("prove")[0])
        #expect(body["ratchet"]?.array?.count == 1)
    }

    /// Whatever got lost, the next S3 names the server's token.
    @Test(arguments: [FaultyTransport.Fault.loseRequest, .loseAnswer])
    func matchesAfterLoss(fault: FaultyTransport.Fault) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.server.add(.signature("session-2"))
        fixture.transport.on("prove", times: 8, fault)
        let error = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(error?.code == "TRANSPORT")
        #expect(try fixture.slot(.signature).ratchet.tokens.count == 2)
        try fixture.approver().approve("session-2", pins: Fixture.pins)
        #expect(try fixture.slot(.signature).ratchet.tokens.count == 1)
    }

    @Test func asksWhenTheSetIsFull() throws {
        let fixture = try Fixture()
        for number in 1...4 { fixture.server.add(.signature("session-\(number)")) }
        fixture.transport.on("prove", times: 15, .answer(ServerProblem(status: 409, code: "SIGNING_RESTART")))
        for number in 1...3 {
            _ = failure { try fixture.approver().approve("session-\(number)", pins: Fixture.pins) }
        }
        #expect(try fixture.slot(.signature).ratchet.isFull)
        try fixture.approver().approve("session-4", pins: Fixture.pins)
        #expect(try fixture.slot(.signature).ratchet.tokens.count == 1)
    }

    // MARK: Restarts of the phone

    /// Stopped after S3 or S5 has left: the same S3 again, the same signature, one attempt.
    @Test(arguments: ["prove", "finish"])
    func goesOnAfterARestart(round: String) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on(round, times: 8, .loseAnswer)
        _ = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(try fixture.slot(.signature).openRun?.sessionId == "session-1")
        let signed = fixture.server.session("session-1")?.signature

        let outcome = try fixture.restarted().approve("session-1", pins: Fixture.pins)
        #expect(outcome == .signed(endResult: "OK", callbackURL: nil))
        #expect(fixture.transport.bodies("commit").count == 1)
        #expect(Set(fixture.transport.bodies("prove")).count == 1)
        #expect(Set(fixture.transport.bodies("finish")).count == 1)
        if round == "finish" { #expect(fixture.server.session("session-1")?.signature == signed) }
        #expect(try fixture.slot(.signature).openRun == nil)
    }

    /// The server lost its nonce while the phone was away.
    @Test func beginsAnewWhenTheServerMust() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on("prove", times: 8, .loseRequest)
        _ = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        fixture.server.key("SIGN")?.state.withLock { $0.attempt = nil }
        #expect(
            try fixture.restarted().approve("session-1", pins: Fixture.pins)
                == .signed(endResult: "OK", callbackURL: nil))
        #expect(fixture.transport.bodies("commit").count == 2)
    }
}
