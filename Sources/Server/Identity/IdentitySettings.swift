/// What an operator decides about identity proofing.
public struct IdentitySettings: Sendable {
    /// Where phones reach this server, without a slash at the end: `https://id.example.mn`. Asked for with every run,
    /// because a port that the system chooses is known only once the server listens.
    public var publicBaseURL: @Sendable () -> String
    /// How long a run may take, in milliseconds.
    public var lifetimeMilliseconds: Int64

    public init(
        publicBaseURL: @autoclosure @escaping @Sendable () -> String,
        lifetimeMilliseconds: Int64 = Limits.identityLifetimeMilliseconds
    ) {
        self.publicBaseURL = publicBaseURL
        self.lifetimeMilliseconds = lifetimeMilliseconds
    }
}
