/// What a certificate says, as values.
public struct CertificateDetails: Sendable, Equatable {
    /// The whole SubjectPublicKeyInfo.
    public let subjectPublicKeyInfo: [UInt8]
    /// The uncompressed point (65 bytes) of a P-256 key; `nil` for every other key.
    public let publicKey: [UInt8]?

    /// DER of both names: equal bytes are equal names under our own authority.
    public let issuerName: [UInt8]
    public let subjectName: [UInt8]
    public let country: String?
    public let surname: String?
    public let givenName: String?
    public let commonName: String?
    /// The attribute serialNumber of the subject, for a citizen `PNOMN-<civilId>`.
    public let subjectSerialNumber: String?

    /// Big-endian magnitude without leading zeros; certificates with a negative serial number are refused.
    public let serial: [UInt8]
    /// Unix seconds.
    public let notBefore: Int64
    public let notAfter: Int64

    /// `nil` when the extension is absent, which allows every use.
    public let keyUsage: KeyUsage?
    public let allowsClientAuth: Bool
    public let isAuthority: Bool
    /// How many authorities may follow; `nil` without a limit.
    public let pathLength: Int?
    public let subjectKeyIdentifier: [UInt8]?
    public let authorityKeyIdentifier: [UInt8]?
    /// Dotted object identifiers.
    public let policies: [String]
    public let qcStatements: [String]

    /// The slot that the usage permits, exactly as our profile writes it; `nil` for anything else.
    public var slot: CertificateSlot? {
        if isAuthority { return nil }
        if keyUsage == .digitalSignature && allowsClientAuth { return .authentication }
        return keyUsage == .nonRepudiation && !allowsClientAuth ? .signature : nil
    }

    /// The level, if policy and statements say the same; `nil` when they do not fit our profile. A signature
    /// certificate counts as qualified only with the statement of compliance, and as QSCD only with the device's.
    public var level: CertificateLevel? {
        let has = { (arcs: [Int]) in policies.contains(OID.dotted(arcs)) }
        let states = { (arcs: [Int]) in qcStatements.contains(OID.dotted(arcs)) }
        let compliant = states(OID.qcCompliance)
        let inDevice = states(OID.qcSSCD)
        switch slot {
        case .authentication where !compliant && !inDevice:
            if has(OID.policyNCPPlus) { return .qscd }
            if has(OID.policyNCP) { return .qualified }
            return has(OID.policyLCP) ? .advanced : nil
        case .signature:
            if has(OID.policyQCPNaturalQSCD) { return compliant && inDevice ? .qscd : nil }
            if has(OID.policyQCPNatural) { return compliant && !inDevice ? .qualified : nil }
            return has(OID.policyLCP) && !compliant && !inDevice ? .advanced : nil
        default: return nil
        }
    }
}
