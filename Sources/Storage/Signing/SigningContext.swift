/// An attempt with its key, its session and the certificate that is active on the key: all that prove and finish check.
public struct SigningContext: Sendable, Equatable {
    public let attempt: AttemptRecord
    public private(set) var key: KeyRecord
    public let session: SessionRecord
    public let certificate: CertificateRecord?

    /// The same with the key of another epoch.
    public func with(key: KeyRecord) -> SigningContext {
        var copy = self
        copy.key = key
        return copy
    }
}
