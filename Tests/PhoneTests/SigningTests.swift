import Crypto
import Phone
import Synchronization
import Testing
import Wire

@Suite struct SigningTests {
    @Test func signsADigest() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let outcome = try fixture.approver().approve("session-1", pins: Fixture.pins)
        #expect(outcome == .signed(endResult: "OK", callbackURL: nil))
        let signature = try #require(fixture.server.session("session-1")?.signature)
        let record = try fixture.slot(.signature)
        #expect(
            ECDSA.isValid(
                r: Array(signature.prefix(32)), s: Array(signature.suffix(32)),
                digest: SHA256.hash(Array("a document".utf8)), publicKey: record.Q))
        #expect(record.openRun == nil)
        #expect(record.ratchet.tokens.count == 1)
        #expect(record.lastSignCounter == 1)
    }

    /// The digest that the phone computed is the server's: it would have refused S2 otherwise.
    @Test(arguments: ["ACSP_V2", "ACSP_V2_SPKI"])
    func logsIn(scheme: String) throws {
        let fixture = try Fixture()
        fixture.server.add(.login("login-1", scheme: scheme))
        #expect(
            try fixture.approver().approve("login-1", pins: Fixture.pins)
                == .signed(endResult: "OK", callbackURL: nil))
        let session = try #require(fixture.server.session("login-1"))
        let signature = try #require(session.signature)
        #expect(
            ECDSA.isValid(
                r: Array(signature.prefix(32)), s: Array(signature.suffix(32)),
                digest: try #require(session.signedDigest), publicKey: try fixture.slot(.authentication).Q))
        #expect((session.userChallenge?.utf8.count == 43) == (scheme == "ACSP_V2"))
    }

    @Test func hasACallbackOnTheSameDevice() throws {
        let fixture = try Fixture()
        var session = FakeSession.login("login-1")
        session.flowType = "Web2App"
        session.callback = "https://rp.example.mn/cb?value=Xy12Ab34"
        fixture.server.add(session)
        guard case .signed(_, let callback?) = try fixture.approver().approve("login-1", pins: Fixture.pins) else {
            Issue.record("no callback")
            return
        }
        let parts = callback.split(separator: "&").map(String.init)
        #expect(parts.first == session.callback)
        #expect(parts[1] == "sessionSecretDigest=U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBc")
        let verifier = String(parts[2].dropFirst("userChallengeVerifier=".count))
        #expect(UserChallenge(verifier: verifier).challenge == fixture.server.session("login-1")?.userChallenge)
    }

    /// The pair published by SK (rp-api §5.2).
    @Test func challengesAsPublished() {
        let challenge = UserChallenge(verifier: "XtPfaGa8JnGtYrJjboooUf0KfY9sMEHrWFpSQrsUv9c").challenge
        #expect(challenge == "GnsWXXEjTCKR89fj9uo5u5ReBZ9JR7_pezLAI5jMS00")
    }

    @Test func usesTheFirstInteractionThatItSupports() throws {
        let fixture = try Fixture()
        var session = FakeSession.signature("session-1")
        session.interactions = FakeSession.interactions("somethingNew", "confirmationMessage", "displayTextAndPIN")
        fixture.server.add(session)
        let asked = Mutex<ApprovalRequest?>(nil)
        _ = try fixture.approver(supported: [.displayTextAndPIN]).answer("session-1", pins: Fixture.pins) { request in
            asked.withLock { $0 = request }
            return .approve()
        }
        #expect(asked.withLock { $0?.interaction?.type } == .displayTextAndPIN)
        #expect(asked.withLock { $0?.interaction?.displayText } == "Нэвтрэх")
    }

    @Test func refusesWhatItCannotAsk() throws {
        let fixture = try Fixture()
        var session = FakeSession.signature("session-1")
        session.interactions = FakeSession.interactions("confirmationMessage")
        fixture.server.add(session)
        let outcome = try fixture.approver(supported: [.displayTextAndPIN]).approve("session-1", pins: Fixture.pins)
        #expect(outcome == .refused(.interactionNotSupported))
        #expect(fixture.server.session("session-1")?.endResult == "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP")
    }

    @Test func refusesWithAReason() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let outcome = try fixture.approver().answer("session-1", pins: PINs()) { _ in .refuse(.wrongVC) }
        #expect(outcome == .refused(.wrongVC))
        #expect(fixture.server.session("session-1")?.endResult == "WRONG_VC")
    }

    @Test func confirmsTheVerificationCode() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        var choice = FakeSession.signature("session-2")
        choice.interactions = FakeSession.interactions("confirmationMessageAndVerificationCodeChoice")
        fixture.server.add(choice)
        let approver = try fixture.approver()
        try approver.approve("session-1", pins: Fixture.pins, confirmVc: "11111")
        try approver.approve("session-2", pins: Fixture.pins)
        #expect(fixture.server.session("session-1")?.confirmVc == "11111")
        #expect(fixture.server.session("session-2")?.confirmVc == "04821")
    }

    @Test(arguments: [
        ("SIGNATURE", "AUTH", "RAW_DIGEST_SIGNATURE", "SESSION_FLOW"),
        ("AUTHENTICATION", "AUTH", "RAW_DIGEST_SIGNATURE", "SCHEME_NOT_ALLOWED"),
        ("SIGNATURE", "SIGN", "ACSP_V2", "SCHEME_NOT_ALLOWED"),
        ("AUTHENTICATION", "AUTH", "REFRESH", "SCHEME_NOT_ALLOWED"),
        ("SIGNATURE", "SIGN", "POSSESSION", "SCHEME_NOT_ALLOWED"),
        ("SIGNATURE", "SIGN", "SOMETHING", "SCHEME_UNKNOWN"),
    ])
    func signsEachSchemeWithItsSlotOnly(flow: String, slot: String, scheme: String, code: String) throws {
        let fixture = try Fixture()
        fixture.server.add(FakeSession(id: "session-1", flow: flow, slot: slot, signatureProtocol: scheme))
        let error = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(error?.code == code)
        #expect(fixture.transport.bodies("commit").isEmpty)
    }

    /// The server hashes another message than the phone: nothing is signed, and the PIN's proof does not leave.
    @Test func refusesAnotherDigest() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on(
            "session/session-1",
            .change { body in
                let other = Base64.encode(SHA256.hash(Array("another document".utf8)))
                let mine = Base64.encode(SHA256.hash(Array("a document".utf8)))
                return Array(String(decoding: body, as: UTF8.self).replacing(mine, with: other).utf8)
            })
        // Neither is a PIN asked for, nor does a wrong one count.
        let asked = Mutex(0)
        let pins = PINs { _, _ in
            asked.withLock { $0 += 1 }
            return PIN("00000")
        }
        let error = failure { try fixture.approver().approve("session-1", pins: pins) }
        #expect(error?.code == "DIGEST_MISMATCH")
        #expect(asked.withLock { $0 } == 0)
        #expect(fixture.transport.bodies("prove").isEmpty)
        #expect(try fixture.slot(.signature).status == .active)
        #expect(try fixture.slot(.signature).wrongPINs == 0)
    }

    /// S1 needs no PIN; S3 does.
    @Test func usesThePINBetweenCommitAndProve() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.transport.on("prove", .answer(ServerProblem(status: 409, code: "SIGNING_RESTART")))
        let steps = Mutex<[ApprovalProgress]>([])
        try fixture.approver { step in steps.withLock { $0.append(step) } }
            .approve("session-1", pins: Fixture.pins)
        let order = steps.withLock { list in
            list.compactMap { step -> String? in
                switch step {
                case .answered(let round, _): round.rawValue
                case .unlocked: "unlocked"
                case .restarting: "restarting"
                default: nil
                }
            }
        }
        #expect(order == ["commit", "unlocked", "restarting", "commit", "prove", "finish"])
    }

    @Test func reportsTheTimeOfEachRound() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let steps = Mutex<[ApprovalProgress]>([])
        try fixture.approver { step in steps.withLock { $0.append(step) } }
            .approve("session-1", pins: Fixture.pins)
        let rounds = steps.withLock { list in
            list.compactMap { step -> SigningRound? in
                if case .answered(let round, let time) = step, time >= 0 { return round }
                return nil
            }
        }
        #expect(rounds == [.commit, .prove, .finish])
    }
}
