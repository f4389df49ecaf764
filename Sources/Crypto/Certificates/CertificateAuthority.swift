import COpenSSL

/// A certificate authority in the process: its key and its certificate.
///
/// Root and issuing authority are made once by the set-up and rest sealed; the process that issues loads the issuing
/// authority only.
public final class CertificateAuthority: Sendable {
    /// The authority's own certificate, DER.
    public let certificate: [UInt8]
    /// What it says.
    public let details: CertificateDetails

    private let key: P256SigningKey
    private let keyIdentifier: [UInt8]

    /// Days of validity: 20 and 10 years.
    private static let rootDays: Int64 = 7305
    private static let issuingDays: Int64 = 3652
    private static let secondsPerDay: Int64 = 86_400

    /// Loads an authority. Throws `SIGNING_KEY_ENCODING`, `CERTIFICATE_ENCODING`, and `CERTIFICATE_ISSUER` when the
    /// certificate is not of an authority or not of this key.
    public convenience init(privateKey: borrowing SecretBytes, certificate: [UInt8]) throws(CryptoError) {
        try self.init(key: P256SigningKey(pkcs8: privateKey), certificate: certificate)
    }

    private init(key: P256SigningKey, certificate: [UInt8]) throws(CryptoError) {
        details = try CertificateInspector.inspect(certificate)
        guard details.isAuthority, details.keyUsage?.contains(.keyCertSign) ?? false,
            let keyIdentifier = details.subjectKeyIdentifier
        else {
            throw CryptoError("CERTIFICATE_ISSUER", "not the certificate of an authority")
        }
        guard details.publicKey == key.publicKey else {
            throw CryptoError("CERTIFICATE_ISSUER", "the certificate belongs to another key")
        }
        self.key = key
        self.certificate = certificate
        self.keyIdentifier = keyIdentifier
    }

    /// The private key as PKCS#8 DER, to be sealed.
    ///
    /// Throws `CRYPTO_LIBRARY`.
    public func privateKey() throws(CryptoError) -> SecretBytes {
        try key.pkcs8()
    }

    /// A new self-signed root: 20 years from `notBefore` (Unix seconds), one authority below it.
    ///
    /// Throws `CERTIFICATE_SUBJECT`, `CERTIFICATE_VALIDITY` or `CRYPTO_LIBRARY`.
    public static func createRoot(
        name: AuthorityName, notBefore: Int64, random: any RandomSource
    ) throws(CryptoError) -> CertificateAuthority {
        let key = try P256SigningKey.generate(random: random)
        let identifier = CertificateExtensions.keyIdentifier(of: key.publicKey)
        let encodedName = try name.encoded()
        let template = CertificateTemplate(
            serial: LeafProfile.randomSerial(from: random), issuer: encodedName, subject: encodedName,
            notBefore: notBefore, notAfter: try end(notBefore, days: rootDays), publicKey: key.publicKey,
            extensions: [
                CertificateExtensions.basicConstraints(pathLength: 1),
                CertificateExtensions.keyUsage([.keyCertSign, .crlSign]),
                CertificateExtensions.subjectKeyIdentifier(identifier),
                CertificateExtensions.authorityKeyIdentifier(identifier),
            ])
        let certificate = try template.signed(by: key)
        return try CertificateAuthority(key: key, certificate: certificate)
    }

    /// A new authority below this one that issues to citizens only: 10 years from `notBefore` (Unix seconds).
    ///
    /// Throws as `createRoot`, and `CERTIFICATE_ISSUER` when this authority may not have one below it.
    public func createIssuing(
        name: AuthorityName, notBefore: Int64, random: any RandomSource
    ) throws(CryptoError) -> CertificateAuthority {
        guard details.pathLength != 0 else {
            throw CryptoError("CERTIFICATE_ISSUER", "no authority may stand below this one")
        }
        let key = try P256SigningKey.generate(random: random)
        let notAfter = try Self.end(notBefore, days: Self.issuingDays)
        try checkWithin(notBefore, notAfter)
        let template = CertificateTemplate(
            serial: LeafProfile.randomSerial(from: random), issuer: details.subjectName, subject: try name.encoded(),
            notBefore: notBefore, notAfter: notAfter, publicKey: key.publicKey,
            extensions: [
                CertificateExtensions.basicConstraints(pathLength: 0),
                CertificateExtensions.keyUsage([.keyCertSign, .crlSign]),
                CertificateExtensions.policies([OID.anyPolicy]),
                CertificateExtensions.subjectKeyIdentifier(CertificateExtensions.keyIdentifier(of: key.publicKey)),
                CertificateExtensions.authorityKeyIdentifier(keyIdentifier),
            ])
        let certificate = try template.signed(by: self.key)
        return try CertificateAuthority(key: key, certificate: certificate)
    }

    /// A citizen's certificate, DER, read back and compared before it is returned.
    ///
    /// Throws `PUBLIC_KEY_ENCODING`, `CERTIFICATE_SUBJECT`, `CERTIFICATE_SERIAL`, `CERTIFICATE_VALIDITY` (also when it
    /// would outlive the authority), `CERTIFICATE_URL`, `CRYPTO_LIBRARY`, and `CERTIFICATE_LINT` when what was written
    /// is not what was asked for.
    public func issueLeaf(_ profile: LeafProfile) throws(CryptoError) -> [UInt8] {
        try checkWithin(profile.notBefore, profile.notAfter)
        let template = CertificateTemplate(
            serial: profile.serial, issuer: details.subjectName, subject: try profile.subject.encoded(),
            notBefore: profile.notBefore, notAfter: profile.notAfter, publicKey: profile.publicKey,
            extensions: try extensions(of: profile))
        let certificate = try template.signed(by: key)
        try LeafLint.check(certificate, against: profile, issuer: self)
        return certificate
    }

    private func extensions(of profile: LeafProfile) throws(CryptoError) -> [[UInt8]] {
        var list = [
            CertificateExtensions.basicConstraints(pathLength: nil),
            CertificateExtensions.keyUsage(profile.keyUsage),
        ]
        if profile.slot == .authentication { list.append(CertificateExtensions.clientAuth()) }
        list += [
            CertificateExtensions.policies([profile.policy]),
            CertificateExtensions.subjectKeyIdentifier(
                CertificateExtensions.keyIdentifier(of: profile.publicKey)),
            CertificateExtensions.authorityKeyIdentifier(keyIdentifier),
        ]
        if let access = try CertificateExtensions.informationAccess(
            issuer: profile.issuerURL, ocsp: profile.ocspURL)
        {
            list.append(access)
        }
        if let url = profile.revocationListURL { list.append(try CertificateExtensions.distributionPoint(url)) }
        if profile.slot == .signature && profile.level >= .qualified {
            list.append(
                CertificateExtensions.qcStatements(
                    country: profile.subject.country, inDevice: profile.level == .qscd))
        }
        return list
    }

    private func checkWithin(_ notBefore: Int64, _ notAfter: Int64) throws(CryptoError) {
        guard notBefore >= details.notBefore, notAfter <= details.notAfter else {
            throw CryptoError("CERTIFICATE_VALIDITY", "not within the authority's own validity")
        }
    }

    private static func end(_ notBefore: Int64, days: Int64) throws(CryptoError) -> Int64 {
        guard CalendarTime.representable.contains(notBefore) else {
            throw CryptoError("CERTIFICATE_VALIDITY", "outside 1950…9999")
        }
        return notBefore + days * secondsPerDay - 1
    }
}
