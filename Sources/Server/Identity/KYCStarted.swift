/// A run of identity proofing that was just started.
public struct KYCStarted: Sendable, Equatable {
    /// Names the run and, once it is verified, is spent by the enrolment as `danAuthCode`. Whoever has it may enrol.
    public let state: String
    /// Where the citizen goes.
    public let verificationURL: String
    /// Seconds.
    public let expiresIn: Int64
}
