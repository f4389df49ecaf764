/// S1: the phone commits to R1 (wire appendix §8).
public struct S1: Sendable, Equatable {
    /// nonceP1, 32 bytes
    public let nonce: [UInt8]
    /// C, 32 bytes
    public let commitment: [UInt8]

    public init(nonce: [UInt8], commitment: [UInt8]) {
        self.nonce = nonce
        self.commitment = commitment
    }
}

/// S2: the server's nonce point, proved and signed.
public struct S2: Sendable, Equatable {
    /// ssid_sg, 32 bytes
    public let attempt: [UInt8]
    public let keyId: String
    public let epoch: UInt64
    public let signCounter: UInt64
    /// m, 32 bytes
    public let digest: [UInt8]
    /// nonceP2, 32 bytes
    public let nonce: [UInt8]
    /// 65 bytes
    public let R2: [UInt8]
    /// Schnorr sg-R2, 120 bytes
    public let proof: [UInt8]
    /// 64 bytes over the S2 digest
    public let signature: [UInt8]

    public init(
        attempt: [UInt8], keyId: String, epoch: UInt64, signCounter: UInt64, digest: [UInt8], nonce: [UInt8],
        R2: [UInt8], proof: [UInt8], signature: [UInt8]
    ) {
        self.attempt = attempt
        self.keyId = keyId
        self.epoch = epoch
        self.signCounter = signCounter
        self.digest = digest
        self.nonce = nonce
        self.R2 = R2
        self.proof = proof
        self.signature = signature
    }
}

/// S3: the phone opens R1 and proves k1, x1 and that it is no copy.
public struct S3: Sendable, Equatable {
    public let attempt: [UInt8]
    public let R1: [UInt8]
    public let opening: [UInt8]
    /// Schnorr sg-R1, 120 bytes
    public let proof: [UInt8]
    /// Schnorr sg-Q1, 120 bytes
    public let shareProof: [UInt8]
    public let digest: [UInt8]
    /// Ratchet candidates, newest first, 32 bytes each.
    public let ratchet: [[UInt8]]
    public let ratchetNext: [UInt8]

    public init(
        attempt: [UInt8], R1: [UInt8], opening: [UInt8], proof: [UInt8], shareProof: [UInt8], digest: [UInt8],
        ratchet: [[UInt8]], ratchetNext: [UInt8]
    ) {
        self.attempt = attempt
        self.R1 = R1
        self.opening = opening
        self.proof = proof
        self.shareProof = shareProof
        self.digest = digest
        self.ratchet = ratchet
        self.ratchetNext = ratchetNext
    }
}

/// S4: the encrypted half signature.
public struct S4: Sendable, Equatable {
    /// `suite.n2` bytes
    public let c3: [UInt8]
    /// 64 bytes over the S4 digest
    public let signature: [UInt8]

    public init(c3: [UInt8], signature: [UInt8]) {
        self.c3 = c3
        self.signature = signature
    }
}

/// S5: the signature that the phone has assembled.
public struct S5: Sendable, Equatable {
    public let attempt: [UInt8]
    /// 32 bytes
    public let r: [UInt8]
    /// 32 bytes, at most (q−1)/2
    public let s: [UInt8]

    public init(attempt: [UInt8], r: [UInt8], s: [UInt8]) {
        self.attempt = attempt
        self.r = r
        self.s = s
    }
}
