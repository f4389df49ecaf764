/// The certificate of an attested key: its path to a root, and what Apple wrote into it.
struct AttestedCertificate {
    /// 1.2.840.113635.100.8.2: the nonce that was attested over.
    static let nonceExtension = [1, 2, 840, 113635, 100, 8, 2]

    /// Uncompressed point of the attested key, 65 bytes.
    let publicKey: [UInt8]
    /// 32 bytes.
    let nonce: [UInt8]

    /// Verifies the path leaf – intermediate – root. Apple's leaves carry no key identifiers, which the library's
    /// strict mode demands, and an extended use that is none of TLS: neither is asked for.
    /// - Parameters:
    ///   - now: Unix seconds
    init(
        leaf: [UInt8], intermediate: [UInt8], roots: [[UInt8]], now: Int64
    ) throws(AttestationError) {
        let certificate = try Self.parsed(leaf)
        let details = try Self.details(certificate)
        guard holds("ATTESTATION_CERTIFICATE_ORDER", !details.isAuthority) else { throw .certificateOrder }
        _ = try Self.parsed(intermediate)
        let chain = try Self.chain(leaf, intermediate, roots, now)
        guard holds("ATTESTATION_CHAIN_LENGTH", chain.count == 3) else { throw .chainLength }
        guard let publicKey = details.publicKey else { throw .leafKey }
        self.publicKey = publicKey
        nonce = try Self.nonce(in: certificate.extensionValues(Self.nonceExtension))
    }

    private static func parsed(_ der: [UInt8]) throws(AttestationError) -> X509Handle {
        do { return try X509Handle(der: der) } catch { throw .certificateEncoding }
    }

    private static func details(_ certificate: X509Handle) throws(AttestationError) -> CertificateDetails {
        do { return try CertificateInspector.inspect(certificate) } catch { throw .certificateEncoding }
    }

    private static func chain(
        _ leaf: [UInt8], _ intermediate: [UInt8], _ roots: [[UInt8]], _ now: Int64
    ) throws(AttestationError) -> [[UInt8]] {
        do {
            return try CertificateChain.verify(
                leaf: leaf, intermediates: [intermediate], roots: roots, atUnixSeconds: now)
        } catch {
            switch error.code {
            case "CERTIFICATE_ENCODING": throw .certificateEncoding
            case "CHAIN_UNTRUSTED": throw .chainUntrusted
            case "CHAIN_SIGNATURE": throw .chainSignature
            case "CHAIN_EXPIRED": throw .chainExpired
            case "CHAIN_NOT_YET_VALID": throw .chainNotYetValid
            case "CHAIN_ISSUER": throw .chainIssuer
            case "CHAIN_CRITICAL_EXTENSION": throw .chainCriticalExtension
            case "CHAIN_WEAK": throw .chainWeak
            case "CRYPTO_LIBRARY": throw .library
            default: throw .chainInvalid
            }
        }
    }

    /// SEQUENCE { [1] { OCTET STRING of 32 bytes } }: always 38 bytes, and nothing else is read.
    static func nonce(in values: [[UInt8]]) throws(AttestationError) -> [UInt8] {
        guard let value = values.first else { throw .nonceMissing }
        guard holds("ATTESTATION_NONCE_REPEATED", values.count == 1) else { throw .nonceRepeated }
        let head: [UInt8] = [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20]
        guard holds("ATTESTATION_NONCE_FORM/length", value.count == 38),
            holds("ATTESTATION_NONCE_FORM/head", value.starts(with: head))
        else {
            throw .nonceForm
        }
        return Array(value.dropFirst(head.count))
    }
}
