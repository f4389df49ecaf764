/// S2 as the caller made it inside the commit transaction.
public struct NewAttempt: Sendable {
    /// ssid_sg, 32 bytes.
    public var id: [UInt8]
    public var s2Nonce: [UInt8]
    public var R2: [UInt8]
    /// The answer's bytes, for repetition.
    public var s2Answer: [UInt8]
    /// Unix milliseconds.
    public var expiresAt: Int64

    public init(id: [UInt8], s2Nonce: [UInt8], R2: [UInt8], s2Answer: [UInt8], expiresAt: Int64) {
        self.id = id
        self.s2Nonce = s2Nonce
        self.R2 = R2
        self.s2Answer = s2Answer
        self.expiresAt = expiresAt
    }
}
