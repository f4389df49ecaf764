/// Which of a citizen's two keys a certificate speaks for. The raw value is the wire's.
public enum CertificateSlot: String, Sendable, CaseIterable {
    /// Logging in: digitalSignature and clientAuth.
    case authentication = "AUTH"
    /// Signing documents: nonRepudiation and nothing else.
    case signature = "SIGN"
}
