/// S1 as the store needs it.
public struct CommitRequest: Sendable {
    public var sessionId: String
    public var documentNumber: String
    /// The key of the session's slot on this document.
    public var keyId: String
    /// The epoch of that key in this session for which S1 was judged.
    public var epoch: Int
    /// The process that will hold k2.
    public var bootId: String
    /// Hash of the request's bytes: the same bytes get the stored answer.
    public var s1Hash: [UInt8]
    public var s1Nonce: [UInt8]
    public var commitment: [UInt8]
    public var digest: [UInt8]
    public var interactionTypeUsed: String
    public var userChallenge: String?
    /// The certificate under which the signature will be published.
    public var certificateSerial: String
    /// Where the phone asks from; nil unless the relying party may learn it.
    public var deviceAddress: String?

    public init(
        sessionId: String, documentNumber: String, keyId: String, epoch: Int, bootId: String, s1Hash: [UInt8],
        s1Nonce: [UInt8], commitment: [UInt8], digest: [UInt8], interactionTypeUsed: String, userChallenge: String?,
        certificateSerial: String, deviceAddress: String? = nil
    ) {
        self.sessionId = sessionId
        self.documentNumber = documentNumber
        self.keyId = keyId
        self.epoch = epoch
        self.bootId = bootId
        self.s1Hash = s1Hash
        self.s1Nonce = s1Nonce
        self.commitment = commitment
        self.digest = digest
        self.interactionTypeUsed = interactionTypeUsed
        self.userChallenge = userChallenge
        self.certificateSerial = certificateSerial
        self.deviceAddress = deviceAddress
    }
}
