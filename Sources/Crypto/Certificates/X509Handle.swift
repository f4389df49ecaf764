import COpenSSL

/// One parsed certificate of the library.
///
/// Not Sendable: the library fills caches inside a certificate on first use. It lives within one call.
final class X509Handle {
    let pointer: OpaquePointer

    /// Strict: one DER certificate, nothing after it, and the same bytes when written again. Throws
    /// `CERTIFICATE_ENCODING`.
    init(der: [UInt8]) throws(CryptoError) {
        let parsed = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var cursor = buffer.baseAddress
            guard let certificate = d2i_X509(nil, &cursor, buffer.count) else { return nil }
            guard let base = buffer.baseAddress, cursor == base + buffer.count else {
                X509_free(certificate)
                return nil
            }
            return certificate
        }
        guard let parsed else { throw LibraryFailure.error("CERTIFICATE_ENCODING", "not a DER certificate") }
        pointer = parsed
        guard DEROutput.bytes({ i2d_X509(parsed, $0) }) == der else {
            throw CryptoError("CERTIFICATE_ENCODING", "not in its only form")
        }
        guard X509_get_extension_flags(parsed) & UInt32(EXFLAG_INVALID) == 0 else {
            throw LibraryFailure.error("CERTIFICATE_ENCODING", "damaged or repeated extensions")
        }
        LibraryFailure.clear()
    }

    deinit { X509_free(pointer) }

    /// DER of the subject's or the issuer's Name.
    func name(ofIssuer: Bool) throws(CryptoError) -> [UInt8] {
        let name = ofIssuer ? X509_get_issuer_name(pointer) : X509_get_subject_name(pointer)
        guard let encoded = DEROutput.bytes({ i2d_X509_NAME(name, $0) }) else {
            throw CryptoError("CERTIFICATE_ENCODING", "name")
        }
        return encoded
    }

    /// The only value of an attribute of the subject, `nil` when there is none. Throws `CERTIFICATE_ENCODING` when
    /// there are several or it is no text.
    func subjectText(_ nid: Int32) throws(CryptoError) -> String? {
        let name = X509_get_subject_name(pointer)
        let index = X509_NAME_get_index_by_NID(name, nid, -1)
        guard index >= 0 else { return nil }
        guard X509_NAME_get_index_by_NID(name, nid, index) < 0 else {
            throw CryptoError("CERTIFICATE_ENCODING", "an attribute of the subject is repeated")
        }
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&buffer, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index)))
        guard count >= 0, let buffer else { throw LibraryFailure.error("CERTIFICATE_ENCODING", "subject") }
        defer { tamga_OPENSSL_free(buffer) }
        let bytes = UnsafeBufferPointer(start: buffer, count: Int(count))
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw CryptoError("CERTIFICATE_ENCODING", "an attribute of the subject is no text")
        }
        return text
    }

    /// The value of an extension that stands at most once, `nil` when it is absent.
    func extensionValue(_ nid: Int32) -> [UInt8]? {
        let index = X509_get_ext_by_NID(pointer, nid, -1)
        guard index >= 0, let value = X509_EXTENSION_get_data(X509_get_ext(pointer, index)) else { return nil }
        return Self.bytes(UnsafePointer(value))
    }

    /// The values of all extensions of a type that the library has no number for, in order.
    /// - Parameter type: the arcs of its object identifier
    func extensionValues(_ type: [Int]) -> [[UInt8]] {
        let wanted = DER.objectIdentifier(type)
        return (0..<max(X509_get_ext_count(pointer), 0)).compactMap { index in
            let found = X509_get_ext(pointer, index)
            let identifier = DEROutput.bytes { i2d_ASN1_OBJECT(X509_EXTENSION_get_object(found), $0) }
            guard identifier == wanted, let value = X509_EXTENSION_get_data(found) else { return nil }
            return Self.bytes(UnsafePointer(value))
        }
    }

    /// The bytes of an ASN.1 string.
    static func bytes(_ string: UnsafePointer<ASN1_STRING>?) -> [UInt8]? {
        guard let string else { return nil }
        return [UInt8](
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }
}
