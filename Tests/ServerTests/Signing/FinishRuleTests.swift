import Storage
import Testing

@testable import Server

@Suite("Rules of S5") struct FinishRuleTests {
    private func begin(
        _ facts: AttemptFacts, same: Bool = false, stored: Bool = false
    ) -> FinishRules.Decision {
        FinishRules.begin(facts, isSameBytes: same, hasStoredAnswer: stored)
    }

    @Test("a finish before c3 was stored is out of order, and judged afterwards")
    func order() {
        #expect(begin(.sample(.committed)) == .refuse(Consequence(.signingStepOutOfOrder)))
        #expect(begin(.sample(.proved) { $0.isWorkedOn = true }) == .refuse(Consequence(.signingStepOutOfOrder)))
        #expect(begin(.sample(.proved)) == .refuse(Consequence(.signingRestart, .abandon)))
        #expect(begin(.sample(.proved) { $0.hasAnswer = true }) == .judge)
        #expect(begin(.sample(.burned)) == .refuse(Consequence(.signingRestart)))
    }

    @Test("the bytes that ended the attempt get their answer again; recorded after the end, they are never published")
    func repeated() {
        #expect(begin(.sample(.done), same: true, stored: true) == .answer)
        #expect(begin(.sample(.done), same: true) == .refuse(Consequence(.sessionExpired)))
    }

    @Test("an attempt that is done or has failed takes no other signature")
    func closed() {
        #expect(FinishRules.closed(.sample(.done)) == Consequence(.signingStepTaken))
        #expect(FinishRules.closed(.sample(.failed)) == Consequence(.signingStepTaken))
        #expect(FinishRules.closed(.sample(.proved)) == nil)
        #expect(FinishRules.closed(.sample(.unknown)) == nil)
    }

    @Test("a report of a wrong c3 without its proof changes nothing")
    func report() {
        #expect(FinishRules.reported(isProved: true) == nil)
        #expect(FinishRules.reported(isProved: false) == Consequence(.dlC3Invalid))
    }

    @Test("a wrong signature is counted and touches no key")
    func wrong() {
        #expect(
            FinishRules.refused(.signatureInvalid) == Consequence(.signatureInvalid, .countFinish(.signatureInvalid)))
    }
}
