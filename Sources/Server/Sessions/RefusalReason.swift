/// Why a citizen or their phone does not answer a session (mobile-api.md §5). The raw value is the wire's, and the
/// `endResult` that the relying party gets.
public enum RefusalReason: String, Sendable, CaseIterable {
    case userRefused = "USER_REFUSED"
    case userRefusedInteraction = "USER_REFUSED_INTERACTION"
    case wrongCode = "WRONG_VC"
    case interactionNotSupported = "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP"
    case userRefusedCertificateChoice = "USER_REFUSED_CERT_CHOICE"
}
