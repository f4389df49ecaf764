/// Everything that an issuing authority writes into a citizen's certificate.
public struct LeafProfile: Sendable {
    /// The key's uncompressed point, 65 bytes.
    public var publicKey: [UInt8]
    public var slot: CertificateSlot
    public var subject: CertificateSubject
    public var level: CertificateLevel
    /// Big-endian, 16 to 20 bytes, the first in 01…7F; `randomSerial(from:)` makes one.
    public var serial: [UInt8]
    /// First and last second of validity, Unix seconds. Relying parties allow no skew: set `notBefore` back a little.
    public var notBefore: Int64
    public var notAfter: Int64
    /// Where the issuer's certificate lies (authority information access), http or https.
    public var issuerURL: String?
    /// The OCSP responder, http or https.
    public var ocspURL: String?
    /// The revocation list, http or https.
    public var revocationListURL: String?

    public init(
        publicKey: [UInt8], slot: CertificateSlot, subject: CertificateSubject, level: CertificateLevel,
        serial: [UInt8], notBefore: Int64, notAfter: Int64, issuerURL: String? = nil, ocspURL: String? = nil,
        revocationListURL: String? = nil
    ) {
        self.publicKey = publicKey
        self.slot = slot
        self.subject = subject
        self.level = level
        self.serial = serial
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.issuerURL = issuerURL
        self.ocspURL = ocspURL
        self.revocationListURL = revocationListURL
    }

    /// Twenty bytes, positive and never shorter: the two top bits are 01, the other 158 are random (RFC 5280 §4.1.2.2
    /// wants at most 20 bytes; guessing 64 bits must be hopeless).
    public static func randomSerial(from random: any RandomSource) -> [UInt8] {
        var serial = [UInt8](repeating: 0, count: 20)
        serial.withUnsafeMutableBytes { random.fill($0) }
        serial[0] = serial[0] & 0x3F | 0x40
        return serial
    }

    /// AUTH: digitalSignature. SIGN: nonRepudiation only (ETSI EN 319 412-2 §4.3.2, type A).
    var keyUsage: KeyUsage {
        slot == .authentication ? .digitalSignature : .nonRepudiation
    }

    /// ETSI EN 319 411-1 and 411-2. A log-in certificate is never "qualified": the law knows qualified certificates
    /// for signatures, seals and web sites only. Its level shows in the ordinary policies LCP < NCP < NCP+.
    var policy: [Int] {
        switch (slot, level) {
        case (_, .advanced): OID.policyLCP
        case (.authentication, .qualified): OID.policyNCP
        case (.authentication, .qscd): OID.policyNCPPlus
        case (.signature, .qualified): OID.policyQCPNatural
        case (.signature, .qscd): OID.policyQCPNaturalQSCD
        }
    }
}
