/// An F3 that has passed every check.
public struct VerifiedRefresh: Sendable {
    public var id: String
    /// The process that holds the claim.
    public var bootId: String
    /// nil when there is no AUTH key: the proof of identity has authorised.
    public var authorisationSession: String?
    public var authorisationDigest: [UInt8]
    public var possessionSession: String
    public var possessionDigest: [UInt8]
    public var Q1: [UInt8]
    public var Q2: [UInt8]
    public var N: [UInt8]
    public var ckey: [UInt8]
    public var nHash: [UInt8]
    /// x2·delta^-1, sealed by the caller under the new epoch's own associated data.
    public var sealedX2: [UInt8]
    public var ssid: [UInt8]
    /// K3', for the archive.
    public var transcript: [UInt8]

    public init(
        id: String, bootId: String, authorisationSession: String?, authorisationDigest: [UInt8],
        possessionSession: String, possessionDigest: [UInt8], Q1: [UInt8], Q2: [UInt8], N: [UInt8], ckey: [UInt8],
        nHash: [UInt8], sealedX2: [UInt8], ssid: [UInt8], transcript: [UInt8]
    ) {
        self.id = id
        self.bootId = bootId
        self.authorisationSession = authorisationSession
        self.authorisationDigest = authorisationDigest
        self.possessionSession = possessionSession
        self.possessionDigest = possessionDigest
        self.Q1 = Q1
        self.Q2 = Q2
        self.N = N
        self.ckey = ckey
        self.nHash = nHash
        self.sealedX2 = sealedX2
        self.ssid = ssid
        self.transcript = transcript
    }
}

/// The server's half of an epoch that is not the key's yet. Its public part outlives a refresh that has failed, so that
/// a report of a wrong c3 can still be checked.
public struct PendingKey: Sendable, Equatable {
    public let refreshId: String
    public let state: RefreshRecord.State
    public let isExpired: Bool
    public let suite: Int
    public let epoch: Int
    public let Q1: [UInt8]
    public let Q2: [UInt8]
    public let N: [UInt8]
    public let ckey: [UInt8]
    public let nHash: [UInt8]
    /// nil once the refresh has ended.
    public let sealedX2: [UInt8]?

    init(_ row: inout RowReader) throws(StorageError) {
        refreshId = try row.uuid()
        state = try row.name(RefreshRecord.State.self)
        isExpired = try row.bool()
        suite = try row.int()
        epoch = try row.int()
        Q1 = try row.bytes()
        Q2 = try row.bytes()
        N = try row.bytes()
        ckey = try row.bytes()
        nHash = try row.bytes()
        sealedX2 = try row.optionalBytes()
    }
}
