/// What `consume` did.
public enum ConsumeOutcome: Sendable, Equatable {
    /// COMMITTED → PROVED and the ratchet moved: compute c3 now. Exactly one caller sees this for an attempt.
    case consumed
    /// The attempt is no longer COMMITTED, or belongs to another process: the phone starts again.
    case notCommitted
    /// The attempt's own time has passed.
    case attemptExpired
    /// The session has ended.
    case sessionEnded(byTimeout: Bool)
    /// The session's time has passed; nobody has noticed yet.
    case sessionExpired
    /// A c3 was released in this session by another attempt.
    case alreadyReleased
    /// SUSPENDED or LOCKED.
    case keyNotActive(KeyRecord.State)
    /// The key's ratchet is no longer the expected one, so that the candidates were judged by an old one: the attempt
    /// is to be burned, and the phone starts again.
    case ratchetMoved
    /// The next ratchet is the current one or a former one: nothing that an honest phone sends.
    case ratchetRepeated
}
