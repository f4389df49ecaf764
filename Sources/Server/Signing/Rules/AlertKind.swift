/// What an operator is told of. The raw value is the audit entry's kind after `alert.`, and the metric's label.
enum AlertKind: String, Hashable, Sendable, CaseIterable {
    /// A right proof of x1 with a ratchet token of the past: a copy of the phone signs.
    case clone
    /// An S3 without knowledge of x1 by somebody with the device token.
    case shareProof
    /// The phone has proved that a signed c3 was wrong.
    case keyLocked
    /// Five finishes of one attempt did not verify.
    case attemptFailed
    /// x2, N or ckey of a key do not belong together any more.
    case keyIntegrity
    /// A phone asked with an epoch that the key has left: it does not know of the refresh, so another one has made it.
    case oldEpoch
    /// The archived proofs of a key no longer pass: it signs nothing.
    case keyUnverified
    /// c3 came out differently when it was computed a second time: this machine errs.
    case computationFault
    /// Three attempts of a key have failed within 30 days.
    case repeatedFailures
    /// Three enrolments of a citizen were rejected within a day: a person looks at him. The entry's subject is the
    /// citizen.
    case enrolmentLimit

    var auditKind: String { "alert." + rawValue }
}
