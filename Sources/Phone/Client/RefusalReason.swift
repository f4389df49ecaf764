/// Why a citizen or the phone declines a session (mobile-api §5); becomes the relying party's endResult.
public enum RefusalReason: String, Sendable, CaseIterable {
    case userRefused = "USER_REFUSED"
    case userRefusedInteraction = "USER_REFUSED_INTERACTION"
    case wrongVC = "WRONG_VC"
    case interactionNotSupported = "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP"
    case userRefusedCertificateChoice = "USER_REFUSED_CERT_CHOICE"
}
