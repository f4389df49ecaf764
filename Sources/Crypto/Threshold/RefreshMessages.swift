/// F1: the phone opens the refresh of one key and commits to its factor.
public struct F1: Sendable, Equatable {
    public let slot: Slot
    /// Of the new epoch.
    public let suite: UInt64
    /// The epoch that the phone holds.
    public let epoch: UInt64
    /// nonceP1, 32 bytes
    public let nonce: [UInt8]
    /// Of d1, 32 bytes
    public let commitment: [UInt8]

    public init(slot: Slot, suite: UInt64, epoch: UInt64, nonce: [UInt8], commitment: [UInt8]) {
        self.slot = slot
        self.suite = suite
        self.epoch = epoch
        self.nonce = nonce
        self.commitment = commitment
    }
}

/// F2: the server's factor. In clear, because the phone's is fixed by then.
public struct F2: Sendable, Equatable {
    public let keyId: String
    /// The new epoch.
    public let epoch: UInt64
    /// nonceP2, 32 bytes
    public let nonce: [UInt8]
    /// d2, 32 bytes
    public let factor: [UInt8]
    /// 64 bytes over the F2 digest
    public let signature: [UInt8]

    public init(keyId: String, epoch: UInt64, nonce: [UInt8], factor: [UInt8], signature: [UInt8]) {
        self.keyId = keyId
        self.epoch = epoch
        self.nonce = nonce
        self.factor = factor
        self.signature = signature
    }
}

/// F3: the phone opens d1 and proves everything about its new half, as in K3.
public struct F3: Sendable, Equatable {
    /// d1, 32 bytes
    public let factor: [UInt8]
    /// 32 bytes
    public let opening: [UInt8]
    public let Q1: [UInt8]
    public let proof: [UInt8]
    public let N: [UInt8]
    public let ckey: [UInt8]
    public let modulusProof: [UInt8]
    public let smallFactorProof: [UInt8]
    public let discreteLogProof: [UInt8]
    public let Q: [UInt8]

    public init(
        factor: [UInt8], opening: [UInt8], Q1: [UInt8], proof: [UInt8], N: [UInt8], ckey: [UInt8],
        modulusProof: [UInt8], smallFactorProof: [UInt8], discreteLogProof: [UInt8], Q: [UInt8]
    ) {
        self.factor = factor
        self.opening = opening
        self.Q1 = Q1
        self.proof = proof
        self.N = N
        self.ckey = ckey
        self.modulusProof = modulusProof
        self.smallFactorProof = smallFactorProof
        self.discreteLogProof = discreteLogProof
        self.Q = Q
    }

    /// K3': the list of a K3, which the authorisation signs and the archive keeps. In the place of the opening stands
    /// the commitment of F1, because neither factor nor opening may be kept, and in that of the next ratchet 32 zero
    /// bytes, because the ratchet goes on.
    public func k3(_ slot: Slot, commitment: [UInt8]) -> K3Slot {
        K3Slot(
            slot: slot, Q1: Q1, opening: commitment, proof: proof, N: N, ckey: ckey, modulusProof: modulusProof,
            smallFactorProof: smallFactorProof, discreteLogProof: discreteLogProof, Q: Q, ratchetNext: Self.noRatchet)
    }

    static let noRatchet = [UInt8](repeating: 0, count: 32)
}
