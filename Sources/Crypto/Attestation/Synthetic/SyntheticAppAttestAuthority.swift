/// The authorities of a world without Apple: a root with the intermediate below it for attestations, another root with
/// a signer for receipts. For development and tests: who knows the seed can attest any key.
///
/// Everything follows from the seed, but for the random part of ECDSA signatures and the dates: a server that trusts
/// the roots made in one process accepts what another process makes from the same seed.
public final class SyntheticAppAttestAuthority: Sendable {
    /// DER of the root of attestations.
    public let root: [UInt8]
    /// DER of the root of receipts.
    public let receiptRoot: [UInt8]

    let intermediate: [UInt8]
    let intermediateName: [UInt8]
    let intermediateKey: P256SigningKey
    let receiptRootName: [UInt8]
    let receiptSigner: [UInt8]
    let receiptSignerKey: P256SigningKey

    /// Common names, by which one sees what one has in hand.
    static let rootName = "Synthetic App Attestation Root CA"
    static let receiptRootName = "Synthetic Receipt Root CA"
    static let day: Int64 = 86_400

    /// - Parameters:
    ///   - seed: 32 bytes or more
    ///   - now: Unix seconds; the certificates are good for twenty years from the day before
    /// - Throws: `CRYPTO_LIBRARY`, `CERTIFICATE_VALIDITY`
    public init(seed: borrowing SecretBytes, now: Int64) throws(CryptoError) {
        let maker = try Maker(now: now)
        let rootKey = try Self.key(seed, "root")
        let rootName = try Self.name(Self.rootName)
        root = try maker.authority(rootName, rootKey, below: rootName, by: rootKey)
        intermediateKey = try Self.key(seed, "intermediate")
        intermediateName = try Self.name("Synthetic App Attestation CA 1")
        intermediate = try maker.authority(intermediateName, intermediateKey, below: rootName, by: rootKey)
        let receiptRootKey = try Self.key(seed, "receipt root")
        receiptRootName = try Self.name(Self.receiptRootName)
        receiptRoot = try maker.authority(receiptRootName, receiptRootKey, below: receiptRootName, by: receiptRootKey)
        receiptSignerKey = try Self.key(seed, "receipt signer")
        receiptSigner = try maker.signer(
            Self.name("Synthetic Receipt Signing"), receiptSignerKey, below: receiptRootName, by: receiptRootKey)
    }

    private static func key(_ seed: borrowing SecretBytes, _ label: String) throws(CryptoError) -> P256SigningKey {
        let random = DerivedRandom(seed: seed, label: "synthetic app attest " + label)
        return try P256SigningKey.generate(random: random)
    }

    static func name(_ commonName: String) throws(CryptoError) -> [UInt8] {
        try AuthorityName(organization: "Synthetic, for development only", commonName: commonName).encoded()
    }

    /// Certificates of one time of making.
    private struct Maker {
        let notBefore: Int64
        let notAfter: Int64

        init(now: Int64) throws(CryptoError) {
            guard CalendarTime.representable.contains(now) else {
                throw CryptoError("CERTIFICATE_VALIDITY", "outside 1950…9999")
            }
            notBefore = now - SyntheticAppAttestAuthority.day
            notAfter = now + 7300 * SyntheticAppAttestAuthority.day
        }

        func authority(
            _ name: [UInt8], _ key: P256SigningKey, below issuer: [UInt8], by issuerKey: P256SigningKey
        ) throws(CryptoError) -> [UInt8] {
            try certificate(
                name, key, below: issuer, by: issuerKey,
                [
                    CertificateExtensions.basicConstraints(pathLength: name == issuer ? 1 : 0),
                    CertificateExtensions.keyUsage([.keyCertSign, .crlSign]),
                    CertificateExtensions.subjectKeyIdentifier(
                        CertificateExtensions.keyIdentifier(of: key.publicKey)),
                ])
        }

        func signer(
            _ name: [UInt8], _ key: P256SigningKey, below issuer: [UInt8], by issuerKey: P256SigningKey
        ) throws(CryptoError) -> [UInt8] {
            let mark = DER.sequence([
                DER.objectIdentifier(AppAttestReceiptVerifier.signerExtension),
                DER.octetString(DER.element(0x05, [])),
            ])
            return try certificate(
                name, key, below: issuer, by: issuerKey,
                [
                    CertificateExtensions.basicConstraints(pathLength: nil),
                    CertificateExtensions.keyUsage(.digitalSignature), mark,
                ])
        }

        private func certificate(
            _ name: [UInt8], _ key: P256SigningKey, below issuer: [UInt8], by issuerKey: P256SigningKey,
            _ extensions: [[UInt8]]
        ) throws(CryptoError) -> [UInt8] {
            try CertificateTemplate(
                serial: LeafProfile.randomSerial(from: SystemRandom()), issuer: issuer, subject: name,
                notBefore: notBefore, notAfter: notAfter, publicKey: key.publicKey, extensions: extensions
            ).signed(by: issuerKey)
        }
    }
}
