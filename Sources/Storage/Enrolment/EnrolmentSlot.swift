/// One key generation of an enrolment, between K1 and K3.
public struct EnrolmentSlot: Sendable, Equatable {
    /// "AUTH" or "SIGN".
    public var slot: String
    public var suite: Int
    public var keyId: String
    public var nonceP1: [UInt8]
    public var commitment: [UInt8]
    public var nonceP2: [UInt8]
    public var Q2: [UInt8]
    /// The server's share, sealed by the caller.
    public var sealedX2: [UInt8]

    public init(
        slot: String, suite: Int, keyId: String, nonceP1: [UInt8], commitment: [UInt8], nonceP2: [UInt8], Q2: [UInt8],
        sealedX2: [UInt8]
    ) {
        self.slot = slot
        self.suite = suite
        self.keyId = keyId
        self.nonceP1 = nonceP1
        self.commitment = commitment
        self.nonceP2 = nonceP2
        self.Q2 = Q2
        self.sealedX2 = sealedX2
    }

    init(_ row: inout RowReader) throws(StorageError) {
        slot = try row.text()
        suite = try row.int()
        keyId = try row.uuid()
        nonceP1 = try row.bytes()
        commitment = try row.bytes()
        nonceP2 = try row.bytes()
        Q2 = try row.bytes()
        sealedX2 = try row.bytes()
    }
}
