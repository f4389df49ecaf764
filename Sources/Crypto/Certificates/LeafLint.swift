import COpenSSL

/// The last look before a certificate leaves: what the library's parser reads is what was asked for, and the signature
/// is good. A certificate cannot be taken back, a failed check can be repeated.
enum LeafLint {
    /// Throws `CERTIFICATE_LINT` with the name of the first field that differs.
    static func check(
        _ certificate: [UInt8], against profile: LeafProfile, issuer: CertificateAuthority
    ) throws(CryptoError) {
        let handle: X509Handle
        let read: CertificateDetails
        do {
            handle = try X509Handle(der: certificate)
            read = try CertificateInspector.inspect(handle)
        } catch {
            throw CryptoError("CERTIFICATE_LINT", error.description)
        }
        let findings: [(field: String, right: Bool)] = [
            ("public key", read.publicKey == profile.publicKey),
            ("slot", read.slot == profile.slot),
            ("level", read.level == profile.level),
            ("authority", !read.isAuthority),
            ("validity", read.notBefore == profile.notBefore && read.notAfter == profile.notAfter),
            ("serial number", read.serial == profile.serial),
            ("issuer", read.issuerName == issuer.details.subjectName),
            ("issuer's key", read.authorityKeyIdentifier == issuer.details.subjectKeyIdentifier),
            ("country", read.country == profile.subject.country),
            ("surname", read.surname == profile.subject.surname),
            ("given name", read.givenName == profile.subject.givenName),
            ("subject's serial number", read.subjectSerialNumber == profile.subject.serialNumber),
            ("signature", isSigned(handle, by: issuer)),
        ]
        if let wrong = findings.first(where: { !$0.right }) {
            throw CryptoError("CERTIFICATE_LINT", wrong.field)
        }
    }

    private static func isSigned(_ certificate: X509Handle, by issuer: CertificateAuthority) -> Bool {
        guard let authority = try? X509Handle(der: issuer.certificate) else { return false }
        defer { LibraryFailure.clear() }
        return X509_verify(certificate.pointer, X509_get0_pubkey(authority.pointer)) == 1
    }
}
