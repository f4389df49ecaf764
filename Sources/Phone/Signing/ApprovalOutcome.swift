/// How a session ended on this phone.
public enum ApprovalOutcome: Sendable, Equatable {
    /// The server has taken the signature. In both cases `callbackURL` is what the app opens next on the same device.
    case signed(endResult: String, callbackURL: String?)
    case refused(RefusalReason, callbackURL: String? = nil)
}
