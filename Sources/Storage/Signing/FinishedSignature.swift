/// A signature that the server has verified under the leaf certificate.
public struct FinishedSignature: Sendable {
    public var attemptId: [UInt8]
    /// Hash of S5's bytes.
    public var s5Hash: [UInt8]
    /// In the form in which relying parties get it.
    public var signature: [UInt8]
    public var certificateSerial: String
    /// The answer's bytes, for repetition.
    public var s5Answer: [UInt8]

    public init(
        attemptId: [UInt8], s5Hash: [UInt8], signature: [UInt8], certificateSerial: String, s5Answer: [UInt8]
    ) {
        self.attemptId = attemptId
        self.s5Hash = s5Hash
        self.signature = signature
        self.certificateSerial = certificateSerial
        self.s5Answer = s5Answer
    }
}
