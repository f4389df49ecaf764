import Storage
import Testing

@testable import Server

@Suite("Rules of S1") struct CommitRuleTests {
    @Test("a live session of this document, or of nobody yet, may be answered")
    func live() { #expect(CommitRules.session(.live, isBoundElsewhere: false) == nil) }

    @Test("a session that another document has taken is refused whatever else it is")
    func taken() {
        for session: AttemptFacts.Session in [.live, .due, .ended(byTimeout: true), .ended(byTimeout: false)] {
            #expect(CommitRules.session(session, isBoundElsewhere: true) == Consequence(.sessionTaken))
        }
    }

    @Test("a session whose time is over is ended by who notices it; one that has ended says how")
    func over() {
        #expect(CommitRules.session(.due, isBoundElsewhere: false) == Consequence(.sessionExpired, .expireSession))
        #expect(CommitRules.session(.ended(byTimeout: true), isBoundElsewhere: false) == Consequence(.sessionExpired))
        #expect(CommitRules.session(.ended(byTimeout: false), isBoundElsewhere: false) == Consequence(.sessionComplete))
    }

    @Test("only an active key with a certificate in its time begins a signature")
    func key() {
        #expect(CommitRules.key(.active, hasCertificate: true) == nil)
        #expect(CommitRules.key(.active, hasCertificate: false) == Consequence(.documentUnusable))
        #expect(CommitRules.key(.suspended, hasCertificate: true) == Consequence(.keySuspended))
        #expect(CommitRules.key(.locked, hasCertificate: true) == Consequence(.keyLocked))
    }

    @Test("a key that was closed since it was read is named as it would have been before")
    func closedSince() {
        func refusal(_ state: KeyRecord.State?) -> CommitRules.Decision { CommitRules.committed(.keyNotActive(state)) }
        #expect(refusal(.suspended) == .refuse(Consequence(.keySuspended)))
        #expect(refusal(.locked) == .refuse(Consequence(.keyLocked)))
        #expect(refusal(nil) == .refuse(Consequence(.documentUnusable)))
    }

    @Test("a session that ended since it was read is named as it would have been before")
    func endedSince() {
        func refusal(_ outcome: CommitResult.Outcome) -> CommitRules.Decision { CommitRules.committed(outcome) }
        #expect(refusal(.sessionEnded) == .refuse(Consequence(.sessionComplete)))
        #expect(refusal(.expired) == .refuse(Consequence(.sessionExpired)))
        #expect(refusal(.sessionGone) == .refuse(Consequence(.sessionNotFound)))
    }

    @Test("S2 is repeated only while the process that holds k2 lives")
    func repeated() {
        func outcome(_ isOwnerAlive: Bool) -> CommitRules.Decision {
            CommitRules.committed(
                .repeated(attemptId: [], s2Answer: [], ownerBoot: "", isOwnerAlive: isOwnerAlive))
        }
        #expect(outcome(true) == .repeatAnswer)
        #expect(outcome(false) == .refuse(Consequence(.signingRestart)))
    }
}
