/// How a session ended on this phone.
public enum ApprovalOutcome: Sendable, Equatable {
    /// The server has taken the signature. In all cases `callbackURL` is what the app opens next on the same device.
    case signed(endResult: String, callbackURL: String?)
    /// The relying party was given the certificate; nothing was signed.
    case certificateChosen(callbackURL: String?)
    case refused(RefusalReason, callbackURL: String? = nil)
}
