/// What `fail` did.
public enum EnrolmentEnding: Sendable, Equatable {
    /// It had ended already.
    case unchanged
    case ended
    /// It ended, and with it the citizen has had so many rejected that the next ones wait for a person: an alert for
    /// the operator was written.
    case limitReached
}
