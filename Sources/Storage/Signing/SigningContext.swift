/// An attempt with its key, its session and the certificate that is active on the key: all that prove and finish check.
public struct SigningContext: Sendable, Equatable {
    public let attempt: AttemptRecord
    public let key: KeyRecord
    public let session: SessionRecord
    public let certificate: CertificateRecord?
}
