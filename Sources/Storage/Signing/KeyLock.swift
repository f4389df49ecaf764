/// A proven report that c3 was wrong: the key is locked for good.
public struct KeyLock: Sendable {
    public var attemptId: [UInt8]
    /// Hash of S5's bytes.
    public var s5Hash: [UInt8]
    /// The answer's bytes, for repetition.
    public var s5Answer: [UInt8]
    /// The reason of the certificate's revocation.
    public var reason: String

    public init(attemptId: [UInt8], s5Hash: [UInt8], s5Answer: [UInt8], reason: String) {
        self.attemptId = attemptId
        self.s5Hash = s5Hash
        self.s5Answer = s5Answer
        self.reason = reason
    }
}
