/// How a citizen is asked (rp-api §3.5); the raw value is hashed into the log-in message.
public enum InteractionType: String, Sendable, CaseIterable {
    case displayTextAndPIN
    case confirmationMessage
    case confirmationMessageAndVerificationCodeChoice

    /// The member that holds the text.
    var textMember: String { self == .displayTextAndPIN ? "displayText60" : "displayText200" }
}
