/// What a citizen answers.
public enum ApprovalDecision: Sendable, Equatable {
    /// - confirmVc: the verification code that the citizen has read from the other screen; nil leaves it out, except
    ///   where the interaction is the choice of a code: then the phone confirms the session's own.
    case approve(confirmVc: String? = nil)
    case refuse(RefusalReason)
}
