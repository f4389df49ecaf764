/// What a citizen's enrolments of the last 24 hours come to.
public struct EnrolmentLoad: Sendable, Equatable {
    /// Rejected with a body, not merely expired, and not forgiven by an operator since.
    public let failures: Int
    /// Open on one proof of identity.
    public let openOfProof: Int
    public let open: Int
    /// Until so many of the failures are a day old that another enrolment may be opened; nil when there are fewer than
    /// `EnrolmentStore.rejectionLimit`.
    public let secondsLeft: Int?
}
