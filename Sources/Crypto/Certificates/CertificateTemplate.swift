/// A certificate before it is signed: the fields of TBSCertificate (RFC 5280 §4.1), version 3.
struct CertificateTemplate {
    let serial: [UInt8]
    /// DER of the issuer's Name.
    let issuer: [UInt8]
    /// DER of the subject's Name.
    let subject: [UInt8]
    /// Unix seconds.
    let notBefore: Int64
    let notAfter: Int64
    /// 65 bytes.
    let publicKey: [UInt8]
    /// Complete Extension elements.
    let extensions: [[UInt8]]

    private static let algorithm = DER.sequence([DER.objectIdentifier(OID.ecdsaWithSHA256)])

    /// Throws `CERTIFICATE_SERIAL`, `CERTIFICATE_VALIDITY` or `PUBLIC_KEY_ENCODING`; `CRYPTO_LIBRARY` when signing
    /// fails.
    func signed(by key: P256SigningKey) throws(CryptoError) -> [UInt8] {
        guard (16...20).contains(serial.count), (0x01...0x7F).contains(serial[0]) else {
            throw CryptoError("CERTIFICATE_SERIAL", "a serial number has 16 to 20 bytes, the first in 01…7F")
        }
        guard notBefore < notAfter, let from = CalendarTime(unixSeconds: notBefore),
            let until = CalendarTime(unixSeconds: notAfter)
        else {
            throw CryptoError("CERTIFICATE_VALIDITY", "ends before it begins, or outside 1950…9999")
        }
        let body = DER.sequence([
            DER.constructed(0, DER.integer([2])),
            DER.integer(serial),
            Self.algorithm,
            issuer,
            DER.sequence([DER.time(from), DER.time(until)]),
            subject,
            try SubjectPublicKeyInfo.encode(point: publicKey),
            DER.constructed(3, DER.sequence(extensions)),
        ])
        return DER.sequence([body, Self.algorithm, DER.bitString(try key.sign(body))])
    }
}
