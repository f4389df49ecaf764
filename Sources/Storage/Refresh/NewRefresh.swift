/// F1 and F2 as they are stored.
public struct NewRefresh: Sendable {
    public var id: String
    public var keyId: String
    public var documentNumber: String
    public var slot: String
    public var suite: Int
    /// The new one.
    public var epoch: Int
    /// A proof of identity that is spent when the refresh commits.
    public var kycState: String?
    public var parametersHash: [UInt8]
    public var nonceP1: [UInt8]
    public var commitment: [UInt8]
    public var nonceP2: [UInt8]
    /// d2, sealed by the caller.
    public var sealedFactor: [UInt8]
    /// Unix milliseconds.
    public var expiresAt: Int64

    public init(
        id: String, keyId: String, documentNumber: String, slot: String, suite: Int, epoch: Int, kycState: String?,
        parametersHash: [UInt8], nonceP1: [UInt8], commitment: [UInt8], nonceP2: [UInt8], sealedFactor: [UInt8],
        expiresAt: Int64
    ) {
        self.id = id
        self.keyId = keyId
        self.documentNumber = documentNumber
        self.slot = slot
        self.suite = suite
        self.epoch = epoch
        self.kycState = kycState
        self.parametersHash = parametersHash
        self.nonceP1 = nonceP1
        self.commitment = commitment
        self.nonceP2 = nonceP2
        self.sealedFactor = sealedFactor
        self.expiresAt = expiresAt
    }

    var parameters: [Parameter] {
        [
            .uuid(id), .uuid(keyId), .uuid(documentNumber), .text(slot), .int(suite), .int(epoch), .text(kycState),
            .bytes(parametersHash), .bytes(nonceP1), .bytes(commitment), .bytes(nonceP2), .bytes(sealedFactor),
            .time(expiresAt),
        ]
    }
}

/// What `open` did.
public enum RefreshOpening: Sendable, Equatable {
    /// An open refresh of the same key gave way.
    case opened
    /// The key has another epoch than the caller thought, or is gone.
    case keyMoved
    /// One that stands on a proof of identity is open, and this one has none.
    case identityOpen
}
