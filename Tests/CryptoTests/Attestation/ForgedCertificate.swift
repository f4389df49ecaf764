@testable import Crypto

/// A certificate with any content, signed by any P-256 key: what no authority would sign.
struct ForgedCertificate {
    /// DER of both names.
    var issuer: [UInt8]
    var subject: [UInt8]
    /// Unix seconds.
    var notBefore: Int64
    var notAfter: Int64
    var subjectPublicKeyInfo: [UInt8]
    var extensions: [[UInt8]]

    func signed(by key: P256SigningKey) throws -> [UInt8] {
        guard let from = CalendarTime(unixSeconds: notBefore), let until = CalendarTime(unixSeconds: notAfter) else {
            throw CryptoError("CERTIFICATE_VALIDITY")
        }
        let algorithm = DER.sequence([DER.objectIdentifier(OID.ecdsaWithSHA256)])
        let body = DER.sequence([
            DER.constructed(0, DER.integer([2])), DER.integer(LeafProfile.randomSerial(from: SystemRandom())),
            algorithm,
            issuer, DER.sequence([DER.time(from), DER.time(until)]), subject, subjectPublicKeyInfo,
            DER.constructed(3, DER.sequence(extensions)),
        ])
        return DER.sequence([body, algorithm, DER.bitString(try key.sign(body))])
    }

    /// A P-384 key's SubjectPublicKeyInfo: the generator of the curve.
    static let p384 = Octets.hex(
        """
        3076301006072a8648ce3d020106052b8104002203620004
        aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7
        3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f
        """)
}
