/// What an operator decides about identity proofing.
public struct IdentitySettings: Sendable, Equatable {
    /// Where phones reach this server, without a slash at the end: `https://id.example.mn`.
    public var publicBaseURL: String
    /// How long a run may take, in milliseconds.
    public var lifetimeMilliseconds: Int64

    public init(
        publicBaseURL: String, lifetimeMilliseconds: Int64 = Limits.identityLifetimeMilliseconds
    ) {
        self.publicBaseURL = publicBaseURL
        self.lifetimeMilliseconds = lifetimeMilliseconds
    }
}
