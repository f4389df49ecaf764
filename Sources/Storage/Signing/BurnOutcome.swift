/// What burning did.
public enum BurnOutcome: Sendable, Equatable {
    case burned
    /// It was the session's fifth: the session ended with PROTOCOL_FAILURE and its waiters are to be notified.
    case sessionEnded(id: String)
    /// The attempt was not open any more, or does not exist.
    case unchanged
}
