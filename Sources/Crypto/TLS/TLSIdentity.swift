import COpenSSL

/// What a TLS server shows and proves: a certificate with its intermediates, and the key.
public struct TLSIdentity: Sendable {
    /// DER, the server's own first.
    public let certificates: [[UInt8]]
    let key: TLSPrivateKey
    /// SHA-256 of the first certificate's SubjectPublicKeyInfo, 32 bytes: what phones pin.
    public let spkiSHA256: [UInt8]
    /// Validity of the first certificate, Unix seconds.
    public let notBefore: Int64
    public let notAfter: Int64

    /// Throws `TLS_CERTIFICATE` without a certificate or with damaged ones, `TLS_KEY` when the key is another's.
    public init(certificates: [[UInt8]], key: TLSPrivateKey) throws(CryptoError) {
        guard let first = certificates.first else { throw CryptoError("TLS_CERTIFICATE", "there is none") }
        let leaf: X509Handle
        let details: CertificateDetails
        do throws(CryptoError) {
            _ = try X509Stack(certificates)
            leaf = try X509Handle(der: first)
            details = try CertificateInspector.inspect(leaf)
        } catch {
            throw CryptoError("TLS_CERTIFICATE", error.reason)
        }
        guard X509_check_private_key(leaf.pointer, key.handle) == 1 else {
            throw LibraryFailure.error("TLS_KEY", "the certificate belongs to another key")
        }
        self.certificates = certificates
        self.key = key
        spkiSHA256 = SHA256.hash(details.subjectPublicKeyInfo)
        notBefore = details.notBefore
        notAfter = details.notAfter
    }

    /// The fingerprint of the first certificate, as people compare it: SHA-256 of its DER, pairs of capital
    /// hexadecimal digits joined by colons, 95 characters.
    public var fingerprint: String { Self.fingerprint(of: certificates[0]) }

    public static func fingerprint(of certificate: [UInt8]) -> String {
        SHA256.hash(certificate).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }.joined(separator: ":")
    }
}
