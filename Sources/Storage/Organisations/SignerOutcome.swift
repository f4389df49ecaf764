/// What storing a right that waits for its confirmation did.
public enum SignerOutcome: Sendable, Equatable {
    /// - Parameter withdrawn: sessions that asked for the same and have ended with it; their waiters are to be told
    case added(withdrawn: [String] = [])
    /// There is one already, confirmed or not.
    case exists
    /// It is not there, or waits for nothing.
    case notPending
    /// The signer has too many open sessions: nothing was stored.
    case sessionLimit
}
