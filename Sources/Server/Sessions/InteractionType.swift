/// How the phone asks the citizen (rp-api.md §3.5). The raw value is the wire's.
public enum InteractionType: String, Sendable, CaseIterable {
    case displayTextAndPIN
    case confirmationMessage
    /// In notification flows only: a device link has shown the code already.
    case confirmationMessageAndVerificationCodeChoice

    /// The member that holds the text.
    var textMember: String { self == .displayTextAndPIN ? "displayText60" : "displayText200" }

    /// Whether the text may have several lines: the short one stands beside a PIN pad.
    var allowsLines: Bool { self != .displayTextAndPIN }

    /// Characters (Unicode scalars) of the text.
    var characters: ClosedRange<Int> { self == .displayTextAndPIN ? 1...60 : 1...200 }
}
