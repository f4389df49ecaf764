/// What an attestation says about a key: the extension 1.3.6.1.4.1.11129.2.1.17 of the leaf.
///
/// Eight fields in a SEQUENCE; nothing recurses, so nesting needs no bound but the schema's own.
struct KeyDescription: Equatable {
    static let extensionID = "1.3.6.1.4.1.11129.2.1.17"
    /// The extension by which remotely provisioned attestation keys are known.
    static let provisioningID = "1.3.6.1.4.1.11129.2.1.30"
    static let setTag: UInt8 = 0x31

    let version: Int64
    let attestationLevel: AndroidSecurityLevel
    let keyMintVersion: Int64
    let keyMintLevel: AndroidSecurityLevel
    let challenge: [UInt8]
    let uniqueID: [UInt8]
    let softwareEnforced: AuthorizationList
    let hardwareEnforced: AuthorizationList

    /// - Throws: `descriptionEncoding`, `tagRepeated`, `version`
    init(der: [UInt8]) throws(AndroidAttestationError) {
        var outer = DERReader(der)
        guard let content = outer.next(DER.sequenceTag), outer.isAtEnd else { throw .descriptionEncoding }
        var fields = DERReader(content)
        guard let version = fields.nextInteger(), let attestationLevel = fields.nextLevel(),
            let keyMintVersion = fields.nextInteger(), let keyMintLevel = fields.nextLevel(),
            let challenge = fields.next(DER.octetStringTag), let uniqueID = fields.next(DER.octetStringTag),
            let software = fields.next(DER.sequenceTag), let hardware = fields.next(DER.sequenceTag), fields.isAtEnd
        else { throw .descriptionEncoding }
        guard version >= 1 else { throw .version }
        self.version = version
        self.attestationLevel = attestationLevel
        self.keyMintVersion = keyMintVersion
        self.keyMintLevel = keyMintLevel
        self.challenge = Array(challenge)
        self.uniqueID = Array(uniqueID)
        softwareEnforced = try AuthorizationList(software, version: version)
        hardwareEnforced = try AuthorizationList(hardware, version: version)
    }
}

extension DERReader {
    /// A non-negative INTEGER below 2^56.
    mutating func nextInteger() -> Int64? {
        guard let magnitude = nextUnsigned(), magnitude.count < 8 else { return nil }
        return magnitude.reduce(0) { $0 << 8 | Int64($1) }
    }

    /// A non-negative ENUMERATED of one byte.
    mutating func nextEnumerated() -> Int64? {
        guard let content = next(0x0A), content.count == 1, let value = content.first, value < 0x80 else { return nil }
        return Int64(value)
    }

    /// A BOOLEAN in its only two forms (X.690 §11.1).
    mutating func nextBoolean() -> Bool? {
        guard let content = next(0x01), content.count == 1 else { return nil }
        switch content.first {
        case 0x00: return false
        case 0xFF: return true
        default: return nil
        }
    }

    /// Whether the next element is a NULL.
    mutating func isNull() -> Bool { next(0x05)?.isEmpty ?? false }

    fileprivate mutating func nextLevel() -> AndroidSecurityLevel? {
        nextEnumerated().flatMap(Int.init(exactly:)).flatMap(AndroidSecurityLevel.init(rawValue:))
    }
}
