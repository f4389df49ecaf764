/// A self-signed certificate of a TLS server, for phones that pin its key and for relying parties that are given it.
public enum ServerCertificate {
    /// Days of validity. Clients that pin do not mind a longer one; common platforms refuse more than 825.
    public static let days: Int64 = 365

    /// A new certificate, DER.
    /// - Parameters:
    ///   - names: host names and IP addresses (RFC 5280 §4.2.1.6: dNSName, iPAddress), at least one
    ///   - notBefore: Unix seconds
    /// - Throws: `CERTIFICATE_SUBJECT` for a name that is neither, `CERTIFICATE_VALIDITY`, `CRYPTO_LIBRARY`
    public static func selfSigned(
        key: P256SigningKey, names: [Name], notBefore: Int64, random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        guard let first = names.first else { throw CryptoError("CERTIFICATE_SUBJECT", "a server has a name") }
        guard CalendarTime.representable.contains(notBefore) else {
            throw CryptoError("CERTIFICATE_VALIDITY", "outside 1950…9999")
        }
        // A name of at most 64 characters fits the subject; verifiers read the extension.
        let name = DistinguishedName.encode([
            (OID.commonName, DER.utf8String(String(first.text.prefix(64))))
        ])
        let identifier = CertificateExtensions.keyIdentifier(of: key.publicKey)
        var elements: [[UInt8]] = []
        for name in names { elements.append(try name.encoded()) }
        return try CertificateTemplate(
            serial: LeafProfile.randomSerial(from: random), issuer: name, subject: name, notBefore: notBefore,
            notAfter: notBefore + days * 86_400 - 1, publicKey: key.publicKey,
            extensions: [
                CertificateExtensions.basicConstraints(pathLength: nil),
                CertificateExtensions.keyUsage(.digitalSignature),
                CertificateExtensions.serverAuth(),
                CertificateExtensions.subjectAlternativeNames(elements),
                CertificateExtensions.subjectKeyIdentifier(identifier),
            ]
        ).signed(by: key)
    }

    /// What a server is called.
    public enum Name: Sendable, Equatable {
        case host(String)
        /// 4 or 16 bytes in network order; the text is the common form of it.
        case address([UInt8], text: String)

        var text: String {
            switch self {
            case .host(let name): name
            case .address(_, let text): text
            }
        }

        /// A GeneralName. Throws `CERTIFICATE_SUBJECT`.
        func encoded() throws(CryptoError) -> [UInt8] {
            switch self {
            case .host(let name):
                let isHost = name.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                        || byte == 0x2D || byte == 0x2E
                }
                guard isHost, (1...253).contains(name.utf8.count) else {
                    throw CryptoError("CERTIFICATE_SUBJECT", "not a host name")
                }
                return DER.primitive(2, Array(name.utf8))
            case .address(let bytes, _):
                guard bytes.count == 4 || bytes.count == 16 else {
                    throw CryptoError("CERTIFICATE_SUBJECT", "not an IP address")
                }
                return DER.primitive(7, bytes)
            }
        }
    }
}
