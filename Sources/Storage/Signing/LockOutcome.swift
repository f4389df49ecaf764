/// What a C3_INVALID report did.
public enum LockOutcome: Sendable, Equatable {
    /// The key is LOCKED, its certificates revoked, the attempt FAILED. The id is that of the session that ended with
    /// DOCUMENT_UNUSABLE, nil when it had ended before.
    case locked(endedSession: String?)
    /// The same bytes were answered before.
    case repeated(s5Answer: [UInt8])
    /// The attempt ended with other bytes.
    case stepTaken
    /// No c3 has been released in this attempt.
    case outOfOrder
    /// Unknown or burned.
    case stale
}
