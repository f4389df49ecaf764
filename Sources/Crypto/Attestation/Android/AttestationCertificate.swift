import COpenSSL

/// One certificate of an attestation chain, and the questions that are asked of it. Lives within one call, as its
/// handle.
struct AttestationCertificate {
    private let handle: X509Handle

    /// The whole SubjectPublicKeyInfo.
    let subjectPublicKeyInfo: [UInt8]
    /// Big-endian magnitude without leading zeros.
    let serial: [UInt8]
    let issuerName: [UInt8]
    let subjectName: [UInt8]

    /// A serial number of a CA has at most 20 bytes (RFC 5280 §4.1.2.2).
    private static let serialBytes = 20
    /// Bits of strength that a signing key has at least: RSA-2048, P-224.
    private static let minimumStrength: Int32 = 112
    private static let algorithms: Set<Int32> = [
        NID_ecdsa_with_SHA256, NID_ecdsa_with_SHA384, NID_ecdsa_with_SHA512, NID_sha256WithRSAEncryption,
        NID_sha384WithRSAEncryption, NID_sha512WithRSAEncryption,
    ]

    /// - Throws: `certificateEncoding`, `serialNumber`
    init(der: [UInt8]) throws(AndroidAttestationError) {
        do {
            handle = try X509Handle(der: der)
            issuerName = try handle.name(ofIssuer: true)
            subjectName = try handle.name(ofIssuer: false)
        } catch { throw .certificateEncoding }
        let key = X509_get_X509_PUBKEY(handle.pointer)
        guard let info = DEROutput.bytes({ i2d_X509_PUBKEY(key, $0) }) else { throw .certificateEncoding }
        subjectPublicKeyInfo = info
        guard let number = X509_get0_serialNumber(handle.pointer), number.pointee.type != V_ASN1_NEG_INTEGER,
            let bytes = X509Handle.bytes(number)
        else { throw .serialNumber }
        serial = Array(bytes.drop { $0 == 0 })
        guard (1...Self.serialBytes).contains(serial.count) else { throw .serialNumber }
    }

    var isAuthority: Bool { X509_get_extension_flags(handle.pointer) & UInt32(EXFLAG_CA) != 0 }

    /// Whether it may sign a certificate below which `below` authorities stand already.
    func mayIssue(below: Int) -> Bool {
        let usage = X509_get_key_usage(handle.pointer)
        let pathLength = X509_get_pathlen(handle.pointer)
        return isAuthority && (usage == UInt32.max || usage & UInt32(KU_KEY_CERT_SIGN) != 0)
            && (pathLength < 0 || below <= pathLength)
    }

    /// - Throws: `notYetValid`, `expired`; `certificateEncoding` when a date is none
    func checkDates(atUnixSeconds now: Int64) throws(AndroidAttestationError) {
        // The library returns 0 for a date that it cannot read, else whether the date is before or after that moment.
        var moment = time_t(now)
        let start = X509_cmp_time(X509_get0_notBefore(handle.pointer), &moment)
        let end = X509_cmp_time(X509_get0_notAfter(handle.pointer), &moment)
        LibraryFailure.clear()
        guard start != 0, end != 0 else { throw .certificateEncoding }
        guard start < 0 else { throw .notYetValid }
        guard end > 0 else { throw .expired }
    }

    /// - Throws: `signatureAlgorithm`, `weakKey`, `signature`
    func checkSignature(by issuer: AttestationCertificate) throws(AndroidAttestationError) {
        defer { LibraryFailure.clear() }
        guard Self.algorithms.contains(X509_get_signature_nid(handle.pointer)) else { throw .signatureAlgorithm }
        guard let key = X509_get0_pubkey(issuer.handle.pointer) else { throw .signature }
        guard EVP_PKEY_get_security_bits(key) >= Self.minimumStrength else { throw .weakKey }
        guard X509_verify(handle.pointer, key) == 1 else { throw .signature }
    }

    /// The values of all extensions of that type.
    /// - Parameter type: dotted
    func extensions(_ type: String) -> [[UInt8]] {
        guard let object = OBJ_txt2obj(type, 1) else { return [] }
        defer { ASN1_OBJECT_free(object) }
        var values: [[UInt8]] = []
        var index = X509_get_ext_by_OBJ(handle.pointer, object, -1)
        while index >= 0 {
            values.append(X509Handle.bytes(X509_EXTENSION_get_data(X509_get_ext(handle.pointer, index))) ?? [])
            index = X509_get_ext_by_OBJ(handle.pointer, object, index)
        }
        return values
    }
}
