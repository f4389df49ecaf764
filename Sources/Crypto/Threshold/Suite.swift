/// Every size and bound of the protocol, fixed by one number (threshold-ecdsa A.0). Anything else is refused.
public struct Suite: Sendable, Equatable {
    public let number: UInt64
    /// |N| = |Ñ| in bits.
    public let modulusBits: Int

    /// |N| = 2048: 112-bit security of the server's view of x1.
    public static let suite1 = Suite(number: 1, modulusBits: Domain.modulusBits.suite1)
    /// |N| = 3072: 128-bit security, the level of P-256.
    public static let suite2 = Suite(number: 2, modulusBits: Domain.modulusBits.suite2)
    static let all = [suite1, suite2]

    private init(number: UInt64, modulusBits: Int) {
        self.number = number
        self.modulusBits = modulusBits
    }

    /// - Throws: `SUITE_UNKNOWN` for any other number.
    public init(number: UInt64) throws(CryptoError) {
        switch number {
        case 1: self = .suite1
        case 2: self = .suite2
        default: throw CryptoError("SUITE_UNKNOWN", "the suites are 1 and 2")
        }
    }

    /// Bytes of a value mod N or Ñ.
    public var n: Int { modulusBits / 8 }
    /// Bytes of a value mod N².
    public var n2: Int { modulusBits / 4 }

    /// Bits of the Fiat-Shamir challenges: they can be ground offline, so 128 and never less.
    static let soundness = Domain.soundness
    /// l: bits of x1.
    static let shareBits = Domain.shareBits
    /// Soundness plus as many bits of statistical hiding: the slack of the range proofs.
    static let slack = 2 * soundness
    /// Bits of a response whose mask has l + slack bits, beyond those of the moduli in it.
    static let responseBits = shareBits + slack + 2
    /// Bits of ρ in c3: above the proven l + slack + 1 bits of x1 plus the statistical distance.
    static let rhoBits = Domain.rhoBits
    /// Rounds of fourth roots and of N-th roots in Π_mod.
    static let fourthRootRounds = 128
    static let nthRootRounds = 8
    /// One-bit rounds of Π_prm.
    static let pedersenRounds = 128
    /// N has no prime factor below this: 8 N-th roots then give an error below 2^-128.
    static let trialDivisionBound: UInt = 1 << 16
}
