/// What an unattended phone reports.
public enum WatchEvent: Sendable {
    /// A session is there, its message computed.
    case asked(ApprovalRequest)
    case ended(sessionId: String, ApprovalOutcome)
    case failed(sessionId: String, PhoneError)
    /// The server does not answer; the phone goes on asking.
    case unreachable(PhoneError)
}
