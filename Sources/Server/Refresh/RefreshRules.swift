import Crypto
import Storage

/// Who may refresh a key, and what must be shown for it (decision 8): without I/O.
enum RefreshRules {
    /// What the rules look at.
    struct Facts: Hashable, Sendable {
        var key: KeyRecord.State
        /// The AUTH key of the document, which is to authorise; nil where there is none.
        var authority: KeyRecord.State?
        /// A fresh proof of identity of the citizen comes with it.
        var hasIdentity: Bool
        /// The phone's epoch is the key's.
        var isEpochOwn: Bool
        var suite: Int
        var wantedSuite: Int
    }

    /// - Returns: nil when F1 is answered
    static func refusal(_ facts: Facts) -> Code? {
        if !holds("REFRESH_LOCKED", facts.key != .locked) { return .keyLocked }
        if !holds("EPOCH/refresh", facts.isEpochOwn) { return .epoch }
        if !holds("REFRESH_SUITE", facts.wantedSuite >= facts.suite) { return .refreshSuite }
        if !holds("REFRESH_IDENTITY", facts.hasIdentity || !needsIdentity(facts)) { return .refreshIdentityRequired }
        return nil
    }

    /// A suspended key has a copy, which knows x1, may hold the device token and has no proof of identity. Without an
    /// AUTH key that can sign nothing else authorises: SIGN signs what relying parties choose.
    static func needsIdentity(_ facts: Facts) -> Bool {
        facts.key == .suspended || facts.authority != .active
    }

    /// Whether the AUTH key of the old epoch signs. Where it cannot, the proof of identity authorises.
    static func isAuthorisedBySignature(_ authority: KeyRecord.State?) -> Bool {
        authority == .active || authority == .suspended
    }

    /// - Returns: nil when the proof is good for this refresh
    static func refusal(_ proof: RefreshProof?) -> Code? {
        guard let proof else { return .kycStateUnknown }
        switch proof.status {
        case .pending: return .kycNotVerified
        case .failed: return .kycFailed
        case .expired: return .kycStateExpired
        case .verified: break
        }
        if !holds("REFRESH_PROOF/citizen", proof.isOfCitizen) { return .kycPersonMismatch }
        if !holds("REFRESH_PROOF/spent", !proof.isSpent) { return .kycStateSpent }
        return holds("REFRESH_PROOF/expired", !proof.isExpired) ? nil : .kycStateExpired
    }

    /// A refresh costs what an enrolment costs.
    static func isWithinLimits(_ load: RefreshLoad) -> Bool {
        holds("REFRESH_LIMIT/opened", load.opened < Limits.refreshesPerDay)
            && holds("REFRESH_LIMIT/rejected", load.rejected < Limits.rejectedRefreshesPerDay)
    }
}
