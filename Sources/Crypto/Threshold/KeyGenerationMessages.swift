/// K1, one slot: the phone opens an enrolment (wire appendix §7).
public struct K1Slot: Sendable, Equatable {
    public let slot: Slot
    public let suite: UInt64
    /// nonceP1, 32 bytes
    public let nonce: [UInt8]
    /// C1, 32 bytes
    public let commitment: [UInt8]

    public init(slot: Slot, suite: UInt64, nonce: [UInt8], commitment: [UInt8]) {
        self.slot = slot
        self.suite = suite
        self.nonce = nonce
        self.commitment = commitment
    }
}

/// K2, one slot: the server's share, proved and signed.
public struct K2Slot: Sendable, Equatable {
    public let slot: Slot
    public let keyId: String
    /// nonceP2, 32 bytes
    public let nonce: [UInt8]
    /// 65 bytes
    public let Q2: [UInt8]
    /// Schnorr kg-Q2, 120 bytes
    public let proof: [UInt8]
    /// 64 bytes over the K2 digest
    public let signature: [UInt8]

    public init(slot: Slot, keyId: String, nonce: [UInt8], Q2: [UInt8], proof: [UInt8], signature: [UInt8]) {
        self.slot = slot
        self.keyId = keyId
        self.nonce = nonce
        self.Q2 = Q2
        self.proof = proof
        self.signature = signature
    }
}

/// K3, one slot: the phone opens its commitment and proves everything about its Paillier key.
public struct K3Slot: Sendable, Equatable {
    public let slot: Slot
    public let Q1: [UInt8]
    public let opening: [UInt8]
    public let proof: [UInt8]
    public let N: [UInt8]
    public let ckey: [UInt8]
    public let modulusProof: [UInt8]
    public let smallFactorProof: [UInt8]
    public let discreteLogProof: [UInt8]
    public let Q: [UInt8]
    public let ratchetNext: [UInt8]

    public init(
        slot: Slot, Q1: [UInt8], opening: [UInt8], proof: [UInt8], N: [UInt8], ckey: [UInt8], modulusProof: [UInt8],
        smallFactorProof: [UInt8], discreteLogProof: [UInt8], Q: [UInt8], ratchetNext: [UInt8]
    ) {
        self.slot = slot
        self.Q1 = Q1
        self.opening = opening
        self.proof = proof
        self.N = N
        self.ckey = ckey
        self.modulusProof = modulusProof
        self.smallFactorProof = smallFactorProof
        self.discreteLogProof = discreteLogProof
        self.Q = Q
        self.ratchetNext = ratchetNext
    }

    /// The slot as one TLV list of 11, the subject of the K4 signature and of the stored transcript.
    public var tlv: [UInt8] {
        TLV.list([
            .text(slot.rawValue), .point(Q1), .bytes(opening), .bytes(proof), .bytes(N), .bytes(ckey),
            .bytes(modulusProof), .bytes(smallFactorProof), .bytes(discreteLogProof), .point(Q), .bytes(ratchetNext),
        ]).encoding
    }
}
