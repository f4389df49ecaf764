/// T1's data: what is recorded before c3 is computed.
public struct Consumption: Sendable {
    public var attemptId: [UInt8]
    public var bootId: String
    public var s3Hash: [UInt8]
    public var r: [UInt8]
    public var R1: [UInt8]
    /// The h that one of the phone's candidates matched.
    public var expectedRatchet: [UInt8]
    public var ratchetNext: [UInt8]

    public init(
        attemptId: [UInt8], bootId: String, s3Hash: [UInt8], r: [UInt8], R1: [UInt8], expectedRatchet: [UInt8],
        ratchetNext: [UInt8]
    ) {
        self.attemptId = attemptId
        self.bootId = bootId
        self.s3Hash = s3Hash
        self.r = r
        self.R1 = R1
        self.expectedRatchet = expectedRatchet
        self.ratchetNext = ratchetNext
    }
}
