import Storage
import Testing

@testable import Server

@Suite("Who may refresh a key")
struct RefreshRuleTests {
    private static let states: [KeyRecord.State] = [.active, .suspended, .locked]

    @Test("every combination: a locked key never, without proof only an active key under an active AUTH key")
    func everyCombination() {
        for key in Self.states {
            for authority in Self.states.map(Optional.some) + [nil] {
                for hasIdentity in [false, true] {
                    let facts = RefreshRules.Facts(
                        key: key, authority: authority, hasIdentity: hasIdentity, isEpochOwn: true, suite: 1,
                        wantedSuite: 1)
                    let expected: Code? =
                        key == .locked
                        ? .keyLocked
                        : hasIdentity || (key == .active && authority == .active) ? nil : .refreshIdentityRequired
                    #expect(RefreshRules.refusal(facts) == expected, "\(facts)")
                }
            }
        }
    }

    @Test("another epoch and a weaker suite are refused, a stronger suite is not")
    func epochAndSuite() {
        var facts = RefreshRules.Facts(
            key: .active, authority: .active, hasIdentity: false, isEpochOwn: false, suite: 1, wantedSuite: 2)
        #expect(RefreshRules.refusal(facts) == .epoch)
        facts.isEpochOwn = true
        #expect(RefreshRules.refusal(facts) == nil)
        facts.suite = 2
        facts.wantedSuite = 1
        #expect(RefreshRules.refusal(facts) == .refreshSuite)
    }

    @Test("twenty refreshes a day are opened for a document, and none after the third that was rejected")
    func limits() {
        #expect(RefreshRules.isWithinLimits(RefreshLoad(opened: 19, rejected: 2)))
        #expect(!RefreshRules.isWithinLimits(RefreshLoad(opened: 20, rejected: 0)))
        #expect(!RefreshRules.isWithinLimits(RefreshLoad(opened: 3, rejected: 3)))
    }

    @Test("the AUTH key signs as long as it is not locked for good; where there is none the proof authorises")
    func authority() {
        #expect(RefreshRules.isAuthorisedBySignature(.active))
        #expect(RefreshRules.isAuthorisedBySignature(.suspended))
        #expect(!RefreshRules.isAuthorisedBySignature(.locked))
        #expect(!RefreshRules.isAuthorisedBySignature(nil))
    }

    @Test("in a proofed refresh a ratchet that lags is set anew; every other failure is what it always was")
    func ratchet() {
        #expect(ProveRules.inRefresh("RATCHET_CLONE") == .reseed)
        #expect(ProveRules.inRefresh("RATCHET_UNKNOWN") == .reseed)
        for code in ["DL_SG_Q1", "RATCHET_ENCODING", "SG_COMMITMENT", "R_ZERO"] {
            #expect(ProveRules.inRefresh(code) == .refuse(ProveRules.refused(code)), "\(code)")
        }
    }

    @Test("a phone that names no epoch means the first")
    func epochOfCommit() {
        #expect(CommitRules.epoch(nil, own: 1) == nil)
        #expect(CommitRules.epoch(nil, own: 2)?.code == .epoch)
        #expect(CommitRules.epoch(2, own: 2) == nil)
        #expect(CommitRules.epoch(3, own: 2)?.code == .epoch)
    }
}
