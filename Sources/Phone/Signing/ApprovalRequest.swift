/// What a citizen is asked.
public struct ApprovalRequest: Sendable, Equatable {
    public let session: SessionDetails
    /// The first interaction of the session that this phone supports; nil when only a certificate is asked for.
    public let interaction: Interaction?
}
