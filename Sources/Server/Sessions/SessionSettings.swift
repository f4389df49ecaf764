/// What an operator may decide about sessions.
public struct SessionSettings: Sendable, Equatable {
    /// Field 1 of the signed ACSP_V2 payload. Relying parties' validators have "smart-id" fixed.
    public var schemeName: String
    /// From opening to TIMEOUT, in milliseconds.
    public var lifetimeMilliseconds: Int64

    public init(
        schemeName: String = "smart-id", lifetimeMilliseconds: Int64 = Limits.sessionLifetimeMilliseconds
    ) {
        self.schemeName = schemeName
        self.lifetimeMilliseconds = lifetimeMilliseconds
    }
}
