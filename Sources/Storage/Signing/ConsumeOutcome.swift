/// What `consume` did.
public enum ConsumeOutcome: Sendable, Equatable {
    /// COMMITTED → PROVED and the ratchet moved: compute c3 now. Exactly one caller sees this for an attempt.
    case consumed
    /// The attempt is no longer COMMITTED, or belongs to another process: load it again and answer from its state.
    case notCommitted
    /// The attempt's own time has passed.
    case attemptExpired
    /// The session has ended.
    case sessionEnded
    /// The session's time has passed.
    case sessionExpired
    /// A c3 was released in this session by another attempt.
    case alreadyReleased
    /// SUSPENDED or LOCKED.
    case keyNotActive
    /// The key's ratchet is no longer the expected one: load the key again and judge the candidates anew.
    case ratchetMoved
    /// The next ratchet is the current one or a former one: nothing that an honest phone sends.
    case ratchetRepeated
}
