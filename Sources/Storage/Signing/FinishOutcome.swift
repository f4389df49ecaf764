/// What `finish` did.
public enum FinishOutcome: Sendable, Equatable {
    /// DONE, and the session's result is public: notify its waiters.
    case published
    /// DONE, but the session had ended otherwise: recorded, never published.
    case recordedAfterEnd
    /// The same bytes were answered before.
    case repeated(s5Answer: [UInt8])
    /// The refresh that the run belongs to has ended otherwise. Nothing was changed.
    case refreshClosed
    /// Other bytes ended this step.
    case stepTaken
    /// No c3 has been released in this attempt.
    case outOfOrder
    /// Unknown or burned.
    case stale
}
