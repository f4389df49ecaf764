import COpenSSL
import Glibc

/// Reads certificates. It stands on the library's parser, which shares no code with our writer: what we issue is
/// checked by reading it back here.
public enum CertificateInspector {
    /// Everything that we look at in a certificate. Throws `CERTIFICATE_ENCODING` for anything but one strict DER
    /// certificate.
    public static func inspect(_ der: [UInt8]) throws(CryptoError) -> CertificateDetails {
        try inspect(X509Handle(der: der))
    }

    static func inspect(_ certificate: X509Handle) throws(CryptoError) -> CertificateDetails {
        let pointer = certificate.pointer
        let flags = X509_get_extension_flags(pointer)
        let usage = X509_get_key_usage(pointer)
        let extended = X509_get_extended_key_usage(pointer)
        let pathLength = X509_get_pathlen(pointer)
        let key = X509_get_X509_PUBKEY(pointer)
        guard let keyInfo = DEROutput.bytes({ i2d_X509_PUBKEY(key, $0) }) else {
            throw CryptoError("CERTIFICATE_ENCODING", "public key")
        }
        return CertificateDetails(
            subjectPublicKeyInfo: keyInfo,
            publicKey: try? SubjectPublicKeyInfo.decode(keyInfo),
            issuerName: try certificate.name(ofIssuer: true),
            subjectName: try certificate.name(ofIssuer: false),
            country: try certificate.subjectText(NID_countryName),
            surname: try certificate.subjectText(NID_surname),
            givenName: try certificate.subjectText(NID_givenName),
            commonName: try certificate.subjectText(NID_commonName),
            subjectSerialNumber: try certificate.subjectText(NID_serialNumber),
            serial: try serial(pointer),
            notBefore: try seconds(X509_get0_notBefore(pointer)),
            notAfter: try seconds(X509_get0_notAfter(pointer)),
            keyUsage: usage == UInt32.max ? nil : KeyUsage(rawValue: usage),
            allowsClientAuth: extended != UInt32.max && extended & UInt32(XKU_SSL_CLIENT) != 0,
            isAuthority: flags & UInt32(EXFLAG_CA) != 0,
            pathLength: pathLength >= 0 ? Int(pathLength) : nil,
            subjectKeyIdentifier: X509Handle.bytes(X509_get0_subject_key_id(pointer)),
            authorityKeyIdentifier: X509Handle.bytes(X509_get0_authority_key_id(pointer)),
            policies: try identifiers(certificate.extensionValue(NID_certificate_policies)),
            qcStatements: try identifiers(certificate.extensionValue(NID_qcStatements)))
    }

    private static func serial(_ pointer: OpaquePointer) throws(CryptoError) -> [UInt8] {
        guard let number = X509_get0_serialNumber(pointer), number.pointee.type != V_ASN1_NEG_INTEGER,
            let bytes = X509Handle.bytes(number), bytes.count <= 20
        else {
            throw CryptoError("CERTIFICATE_ENCODING", "the serial number is negative or longer than 20 bytes")
        }
        return Array(bytes.drop { $0 == 0 })
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) throws(CryptoError) -> Int64 {
        var fields = tm()
        guard let time, ASN1_TIME_to_tm(time, &fields) == 1 else {
            throw LibraryFailure.error("CERTIFICATE_ENCODING", "time")
        }
        return CalendarTime(
            year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
            hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec)
        ).unixSeconds
    }

    /// The object identifiers that head the elements of a SEQUENCE OF SEQUENCE: policies and statements alike.
    private static func identifiers(_ value: [UInt8]?) throws(CryptoError) -> [String] {
        guard let value else { return [] }
        let damaged = CryptoError("CERTIFICATE_ENCODING", "policies or statements")
        var outer = DERReader(value)
        guard let list = outer.next(DER.sequenceTag), outer.isAtEnd else { throw damaged }
        var entries = DERReader(list)
        var result: [String] = []
        while !entries.isAtEnd {
            guard let entry = entries.next(DER.sequenceTag) else { throw damaged }
            var fields = DERReader(entry)
            guard let type = fields.next(DER.objectIdentifierTag), let dotted = DERReader.dotted(type) else {
                throw damaged
            }
            result.append(dotted)
        }
        return result
    }
}
