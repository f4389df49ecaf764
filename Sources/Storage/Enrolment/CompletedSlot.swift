/// What `complete` stores for one slot. The share, the nonces and Q2 come from the enrolment's own slot.
public struct CompletedSlot: Sendable {
    public var keyId: String
    public var Q: [UInt8]
    public var Q1: [UInt8]
    public var N: [UInt8]
    public var ckey: [UInt8]
    /// SHA-256 of N: unique over all keys for ever.
    public var nHash: [UInt8]
    public var proofHash: [UInt8]
    /// All proofs of K3, for the archive.
    public var proofTranscript: [UInt8]
    /// ssid_kg and the hash of the parameter set that the proofs are bound to, 32 bytes each.
    public var ssid: [UInt8]
    public var parametersHash: [UInt8]
    /// The share sealed anew under the key's own associated data.
    public var sealedX2: [UInt8]
    public var ratchet: [UInt8]
    public var certificateSerial: String
    public var certificateDER: [UInt8]
    public var certificateLevel: String
    /// ACTIVE or PENDING.
    public var certificateState: CertificateRecord.State
    /// Unix milliseconds.
    public var notBefore: Int64
    /// Unix milliseconds.
    public var notAfter: Int64

    public init(
        keyId: String, Q: [UInt8], Q1: [UInt8], N: [UInt8], ckey: [UInt8], nHash: [UInt8], proofHash: [UInt8],
        proofTranscript: [UInt8], ssid: [UInt8], parametersHash: [UInt8], sealedX2: [UInt8], ratchet: [UInt8],
        certificateSerial: String,
        certificateDER: [UInt8], certificateLevel: String, certificateState: CertificateRecord.State, notBefore: Int64,
        notAfter: Int64
    ) {
        self.keyId = keyId
        self.Q = Q
        self.Q1 = Q1
        self.N = N
        self.ckey = ckey
        self.nHash = nHash
        self.proofHash = proofHash
        self.proofTranscript = proofTranscript
        self.ssid = ssid
        self.parametersHash = parametersHash
        self.sealedX2 = sealedX2
        self.ratchet = ratchet
        self.certificateSerial = certificateSerial
        self.certificateDER = certificateDER
        self.certificateLevel = certificateLevel
        self.certificateState = certificateState
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}
