/// A key and the certificate that is active on it, if one is.
public struct KeyWithCertificate: Sendable, Equatable {
    public let key: KeyRecord
    public let certificate: CertificateRecord?
}
