/// What a citizen's enrolments of the last 24 hours come to.
public struct EnrolmentLoad: Sendable, Equatable {
    /// Rejected with a body, not merely expired.
    public let failures: Int
    /// Open on one proof of identity.
    public let openOfProof: Int
    public let open: Int
}
