import COpenSSL

extension CertificateInspector {
    /// RFC 2253 without the escaping of bytes above 127: `CN=…,O=…,C=MN` in UTF-8. XN_FLAG_RFC2253 less
    /// ASN1_STRFLGS_ESC_MSB, whose macros are not imported.
    private static let nameFlags: UInt = 0x0111_0313

    /// The issuer's name as people read it. Throws `CERTIFICATE_ENCODING`.
    public static func issuerText(_ der: [UInt8]) throws(CryptoError) -> String {
        let certificate = try X509Handle(der: der)
        guard let output = BIO_new(BIO_s_mem()) else { throw LibraryFailure.error("CERTIFICATE_ENCODING", "memory") }
        defer { BIO_free(output) }
        let name = X509_get_issuer_name(certificate.pointer)
        guard X509_NAME_print_ex(output, name, 0, nameFlags) >= 0 else {
            throw LibraryFailure.error("CERTIFICATE_ENCODING", "issuer")
        }
        // A name is a small part of a certificate, and its text not much longer.
        var buffer = [UInt8](repeating: 0, count: 4 * der.count + 1)
        let count = BIO_read(output, &buffer, Int32(clamping: buffer.count))
        guard count > 0, let text = String(validating: buffer.prefix(Int(count)), as: UTF8.self) else {
            throw CryptoError("CERTIFICATE_ENCODING", "the issuer is no text")
        }
        return text
    }
}
