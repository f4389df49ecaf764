import Testing
import Wire

@testable import Phone

@Suite struct RetryRuleTests {
    @Test func waitsLongerEachTime() {
        let pauses = (1...8).map { RetryRule.decide(.prove, after: .transport(.timedOut), tries: $0) }
        let expected = [100, 200, 400, 800, 1_600, 2_000, 2_000].map(RetryRule.Decision.again(afterMilliseconds:))
        #expect(pauses == expected + [.stop])
    }

    @Test func followsTheServersWish() {
        let wish = { (seconds: Int) in
            PhoneError.server(ServerProblem(status: 503, code: "OVERLOADED", retryAfterSeconds: seconds))
        }
        #expect(RetryRule.decide(.commit, after: wish(3), tries: 1) == .again(afterMilliseconds: 3_000))
        #expect(RetryRule.decide(.commit, after: wish(60), tries: 1) == .stop)
    }

    @Test func locksOnlyAfterASignedAnswer() {
        for code in ["C3_RANGE", "C3_COPRIME", "C3_INVALID"] {
            let error = PhoneError.check(code: code, reason: "")
            #expect(RetryRule.decide(.prove, after: error, tries: 1) == .lock)
            for step in RetryRule.Step.allCases where step != .prove {
                #expect(RetryRule.decide(step, after: error, tries: 1) == .stop)
            }
        }
        for code in ["S4_SIGNATURE", "C3_ENCODING", "S2_SIGNATURE"] {
            let error = PhoneError.check(code: code, reason: "")
            #expect(RetryRule.decide(.prove, after: error, tries: 1) == .again(afterMilliseconds: 100))
            #expect(RetryRule.decide(.prove, after: error, tries: 8) == .stop)
        }
    }

    @Test func neverRepeatsAWrongPIN() {
        for step in RetryRule.Step.allCases {
            #expect(RetryRule.decide(step, after: .wrongPIN(remaining: 3), tries: 1) == .stop)
        }
    }

    @Test func stopsWhereRepeatingCannotHelp() {
        for error in [HTTPClientError.badURL, .badRequest, .unresolved("no such host"), .untrusted] {
            #expect(RetryRule.decide(.commit, after: .transport(error), tries: 1) == .stop)
        }
        for code in ["DIGEST_MISMATCH", "EPOCH_MISMATCH", "COUNTER_NOT_INCREASING", "DL_SG_R2"] {
            #expect(RetryRule.decide(.commit, after: .check(code: code, reason: ""), tries: 1) == .stop)
        }
    }
}
