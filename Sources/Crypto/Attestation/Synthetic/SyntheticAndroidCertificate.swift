/// A certificate of a world without Google before it is signed, each part open to damage. For tests.
struct SyntheticAndroidCertificate {
    var serial: [UInt8] = [1]
    var issuer: String
    var subject: String
    /// Unix seconds.
    var notBefore: Int64
    var notAfter: Int64
    /// Complete elements instead of them, when a date must be none that they can say.
    var notBeforeElement: [UInt8]?
    var notAfterElement: [UInt8]?
    var publicKey: [UInt8]
    var extensions: [[UInt8]] = []
    var algorithm = OID.ecdsaWithSHA256
    /// Complete INTEGER, when the serial number must be none that `serial` can say.
    var serialElement: [UInt8]?

    func signed(by key: P256SigningKey) throws(CryptoError) -> [UInt8] {
        try signed { (body) throws(CryptoError) in try key.sign(body) }
    }

    /// The same with a signature of another kind, which `algorithm` names.
    func signed<Failure>(by sign: ([UInt8]) throws(Failure) -> [UInt8]) throws(Failure) -> [UInt8] {
        let algorithm = DER.sequence([DER.objectIdentifier(algorithm)])
        let body = DER.sequence([
            DER.constructed(0, DER.integer([2])), serialElement ?? DER.integer(serial), algorithm, Self.name(issuer),
            DER.sequence([notBeforeElement ?? Self.time(notBefore), notAfterElement ?? Self.time(notAfter)]),
            Self.name(subject), publicKey,
            extensions.isEmpty ? [] : DER.constructed(3, DER.sequence(extensions)),
        ])
        return DER.sequence([body, algorithm, DER.bitString(try sign(body))])
    }

    static func name(_ text: String) -> [UInt8] {
        DistinguishedName.encode([(OID.commonName, DER.utf8String(text))])
    }

    private static func time(_ seconds: Int64) -> [UInt8] {
        CalendarTime(unixSeconds: seconds).map(DER.time) ?? []
    }

    static func attestation(_ value: [UInt8]) -> [UInt8] {
        DER.sequence([DER.objectIdentifier([1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]), DER.octetString(value)])
    }

    /// A UTCTime of the thirteenth month.
    static let noDate = DER.element(0x17, Array("241301000000Z".utf8))

    static let provisioning = DER.sequence([
        DER.objectIdentifier([1, 3, 6, 1, 4, 1, 11129, 2, 1, 30]), DER.octetString([0xA1, 0x01, 0x04]),
    ])
    static let digitalSignature = CertificateExtensions.keyUsage(.digitalSignature)
    static let certificateSigning = CertificateExtensions.keyUsage(.keyCertSign)
    static func authority(pathLength: UInt8? = nil) -> [UInt8] {
        pathLength.map(CertificateExtensions.basicConstraints(pathLength:))
            ?? DER.sequence([
                DER.objectIdentifier(OID.basicConstraints), DER.boolean(true),
                DER.octetString(DER.sequence([DER.boolean(true)])),
            ])
    }
}
