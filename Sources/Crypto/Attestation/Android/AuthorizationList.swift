/// One list of a key's properties: those that software enforces, or those that hardware does.
///
/// Tags that nobody here asks for are skipped unread, so that a new system version is no error; a known tag with a
/// value of another type is one. The order of tags is not checked: some devices write them unsorted.
struct AuthorizationList: Equatable {
    /// The tags that are looked at (KeyMint's `Tag`, without the type in the upper bits).
    enum Tag: Int {
        case purpose = 1
        case algorithm = 2
        case keySize = 3
        case ecCurve = 10
        case noAuthRequired = 503
        case allApplications = 600
        case origin = 702
        case rootOfTrust = 704
        case osVersion = 705
        case osPatchLevel = 706
        case applicationID = 709
        case vendorPatchLevel = 718
        case bootPatchLevel = 719
    }

    /// Properties of one list; today's systems know about sixty tags.
    static let maximumCount = 128
    /// Entries of a set; KeyMint has eight purposes.
    private static let maximumSet = 16

    private(set) var purposes: [Int64]?
    private(set) var algorithm: Int64?
    private(set) var keySize: Int64?
    private(set) var ecCurve: Int64?
    private(set) var noAuthRequired = false
    private(set) var allApplications = false
    private(set) var origin: Int64?
    private(set) var rootOfTrust: AndroidRootOfTrust?
    private(set) var osVersion: Int64?
    private(set) var osPatchLevel: Int64?
    private(set) var applicationID: AndroidApplicationID?
    private(set) var vendorPatchLevel: Int64?
    private(set) var bootPatchLevel: Int64?

    /// - Parameters:
    ///   - content: that of the SEQUENCE
    ///   - version: that of the attestation; it decides what a root of trust must hold
    /// - Throws: `descriptionEncoding`, `tagRepeated`
    init(_ content: ArraySlice<UInt8>, version: Int64) throws(AndroidAttestationError) {
        var reader = DERReader(content)
        var seen: Set<Int> = []
        while !reader.isAtEnd {
            guard seen.count < Self.maximumCount, let (number, value) = reader.nextExplicit() else {
                throw .descriptionEncoding
            }
            guard seen.insert(number).inserted else { throw .tagRepeated }
            guard let tag = Tag(rawValue: number) else { continue }
            guard read(tag, value, version) else { throw .descriptionEncoding }
        }
    }

    /// Whether the value is of the tag's type.
    private mutating func read(_ tag: Tag, _ value: ArraySlice<UInt8>, _ version: Int64) -> Bool {
        var reader = DERReader(value)
        switch tag {
        case .purpose: return Self.set(&purposes, Self.integers(&reader), reader)
        case .algorithm: return Self.set(&algorithm, reader.nextInteger(), reader)
        case .keySize: return Self.set(&keySize, reader.nextInteger(), reader)
        case .ecCurve: return Self.set(&ecCurve, reader.nextInteger(), reader)
        case .origin: return Self.set(&origin, reader.nextInteger(), reader)
        case .osVersion: return Self.set(&osVersion, reader.nextInteger(), reader)
        case .osPatchLevel: return Self.set(&osPatchLevel, reader.nextInteger(), reader)
        case .rootOfTrust:
            return Self.set(&rootOfTrust, AndroidRootOfTrust(&reader, version: version), reader)
        case .applicationID:
            return Self.set(
                &applicationID, reader.next(DER.octetStringTag).flatMap(AndroidApplicationID.init(der:)), reader)
        case .noAuthRequired:
            noAuthRequired = reader.isNull()
            return noAuthRequired && reader.isAtEnd
        case .allApplications:
            allApplications = reader.isNull()
            return allApplications && reader.isAtEnd
        case .vendorPatchLevel: return Self.setReported(&vendorPatchLevel, reader.nextInteger())
        case .bootPatchLevel: return Self.setReported(&bootPatchLevel, reader.nextInteger())
        }
    }

    private static func set<Value>(_ property: inout Value?, _ value: Value?, _ reader: DERReader) -> Bool {
        property = value
        return value != nil && reader.isAtEnd
    }

    /// For what is reported and never judged: Android 15 writes vendor patch levels that are not as the schema says.
    private static func setReported(_ property: inout Int64?, _ value: Int64?) -> Bool {
        property = value
        return true
    }

    private static func integers(_ reader: inout DERReader) -> [Int64]? {
        guard let set = reader.next(KeyDescription.setTag) else { return nil }
        var entries = DERReader(set)
        var values: [Int64] = []
        while !entries.isAtEnd {
            guard values.count < maximumSet, let value = entries.nextInteger() else { return nil }
            values.append(value)
        }
        return values
    }
}

extension AndroidRootOfTrust {
    /// Reads `SEQUENCE { key, locked, state, hash }`; nil for anything else. The hash came with version 3.
    fileprivate init?(_ reader: inout DERReader, version: Int64) {
        guard let content = reader.next(DER.sequenceTag) else { return nil }
        var fields = DERReader(content)
        guard let key = fields.next(DER.octetStringTag), let locked = fields.nextBoolean(),
            let state = fields.nextEnumerated().flatMap(Int.init(exactly:)).flatMap(BootState.init(rawValue:))
        else { return nil }
        var hash: [UInt8]?
        if version >= 3 || !fields.isAtEnd {
            guard let bytes = fields.next(DER.octetStringTag) else { return nil }
            hash = Array(bytes)
        }
        guard fields.isAtEnd else { return nil }
        self.init(verifiedBootKey: Array(key), isLocked: locked, bootState: state, verifiedBootHash: hash)
    }
}
