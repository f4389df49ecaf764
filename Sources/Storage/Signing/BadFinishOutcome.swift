/// What counting a wrong finish did.
public enum BadFinishOutcome: Sendable, Equatable {
    /// The attempt stays as it was; how many tries are left.
    case counted(triesLeft: Int)
    /// That was the fifth: the attempt is FAILED, the session (if it still ran) ended with PROTOCOL_FAILURE, the key is
    /// unchanged. The id is that of the session to notify, nil when it had ended before. `isTicket`: it was at least
    /// the key's third failed attempt in 30 days, and an alert for the operator was written.
    case failed(endedSession: String?, isTicket: Bool)
    /// The attempt does not wait for a finish.
    case unchanged
}
