import Storage
import Testing

@testable import Server

@Suite("Rules of S3") struct ProveRuleTests {
    @Test("an open attempt is judged, same bytes or not")
    func open() {
        for same in [true, false] { #expect(ProveRules.begin(.sample(.committed), isSameBytes: same) == .judge) }
    }

    @Test("an attempt that was given up sends the phone back to S1")
    func burned() {
        #expect(ProveRules.begin(.sample(.burned), isSameBytes: true) == .refuse(Consequence(.signingRestart)))
    }

    @Test("an attempt past its time, or in a session past its own, is not judged: it is ended")
    func expired() {
        func refusal(_ change: (inout AttemptFacts) -> Void) -> ProveRules.Decision {
            ProveRules.begin(.sample(.committed, change), isSameBytes: true)
        }
        #expect(
            refusal { $0.isExpired = true } == .refuse(Consequence(.signingRestart, .burn(.signingRestart))))
        #expect(refusal { $0.session = .due } == .refuse(Consequence(.sessionExpired, .expireSession)))
        #expect(refusal { $0.session = .ended(byTimeout: true) } == .refuse(Consequence(.sessionExpired)))
        #expect(refusal { $0.session = .ended(byTimeout: false) } == .refuse(Consequence(.sessionComplete)))
    }

    @Test("the stored S4 is repeated to the same bytes only", arguments: [AttemptRecord.State.proved, .done, .unknown])
    func stored(_ state: AttemptRecord.State) {
        let facts = AttemptFacts.sample(state) { $0.hasAnswer = true }
        #expect(ProveRules.begin(facts, isSameBytes: true) == .answer)
        #expect(ProveRules.begin(facts, isSameBytes: false) == .refuse(Consequence(.signingStepTaken)))
    }

    @Test("a consumed nonce without an answer waits for who works on it and is given up when nobody does")
    func unanswered() {
        let worked = AttemptFacts.sample(.proved) { $0.isWorkedOn = true }
        #expect(ProveRules.begin(worked, isSameBytes: true) == .refuse(Consequence(.inProgress)))
        #expect(ProveRules.begin(worked, isSameBytes: false) == .refuse(Consequence(.signingStepTaken)))
        let abandoned = Consequence(.signingRestart, .abandon, ifUnchanged: .inProgress)
        #expect(ProveRules.begin(.sample(.proved), isSameBytes: true) == .refuse(abandoned))
    }

    @Test("policy is asked before c3: key and certificate")
    func admission() {
        #expect(ProveRules.admit(.sample(.committed)) == nil)
        #expect(ProveRules.admit(.sample(.committed) { $0.key = .suspended }) == Consequence(.keySuspended))
        #expect(ProveRules.admit(.sample(.committed) { $0.key = .locked }) == Consequence(.keyLocked))
        #expect(
            ProveRules.admit(.sample(.committed) { $0.isCertificateActive = false }) == Consequence(.documentUnusable))
    }

    @Test("what T1 and T2 find in their way has the code that it has before them")
    func inBetween() {
        #expect(ProveRules.consumed(.keyNotActive(.suspended)) == Consequence(.keySuspended))
        #expect(ProveRules.consumed(.keyNotActive(.locked)) == Consequence(.keyLocked))
        #expect(ProveRules.consumed(.sessionEnded(byTimeout: true)) == Consequence(.sessionExpired))
        #expect(ProveRules.consumed(.sessionEnded(byTimeout: false)) == Consequence(.sessionComplete))
        #expect(ProveRules.unanswered(.keyNotActive(.suspended)) == Consequence(.keySuspended))
        #expect(ProveRules.unanswered(.keyNotActive(.locked)) == Consequence(.keyLocked))
        #expect(ProveRules.unanswered(.sessionEnded(byTimeout: true)) == Consequence(.sessionExpired))
        #expect(ProveRules.unanswered(.sessionEnded(byTimeout: false)) == Consequence(.sessionComplete))
        #expect(ProveRules.unanswered(.stale) == Consequence(.signingRestart))
    }

    @Test("only what is behind the proof of x1 touches a key, and nothing but a copy's ratchet does")
    func refusals() {
        #expect(
            ProveRules.refused("RATCHET_CLONE") == Consequence(.ratchetClone, .suspendBothSlots, .burn(.ratchetClone)))
        #expect(
            ProveRules.refused("DL_SG_Q1")
                == Consequence(.dlSgQ1, .burn(.dlSgQ1), .alert(.shareProof), .slowDown))
        for code in ["RATCHET_UNKNOWN", "SIGNING_RESTART", "R_ZERO", "DL_SG_Q1", "DL_SG_R1", "COMMITMENT", "no code"] {
            #expect(!ProveRules.refused(code).effects.contains(.suspendBothSlots), "\(code)")
        }
    }
}
