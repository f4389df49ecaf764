/// What the store knows when S2 is made.
public struct CommitContext: Sendable, Equatable {
    /// The counter reserved for this attempt; never used before for this key.
    public let signCounter: Int64
    public let epoch: Int
    /// The database's clock, Unix milliseconds.
    public let now: Int64
    /// When the session ends, Unix milliseconds: no attempt should promise more.
    public let sessionExpiresAt: Int64
}
