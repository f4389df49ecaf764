/// The proofs of one epoch of a key as the archive keeps them, to be checked again by the rules of today: a check that
/// an older program did not make finds its keys here (threshold-ecdsa B).
public struct StoredProofs: Sendable {
    /// As the key's row has it.
    public struct Key: Sendable {
        public let epoch: UInt64
        public let Q: [UInt8]
        public let Q1: [UInt8]
        public let Q2: [UInt8]
        public let N: [UInt8]
        public let ckey: [UInt8]

        public init(epoch: UInt64, Q: [UInt8], Q1: [UInt8], Q2: [UInt8], N: [UInt8], ckey: [UInt8]) {
            self.epoch = epoch
            self.Q = Q
            self.Q1 = Q1
            self.Q2 = Q2
            self.N = N
            self.ckey = ckey
        }
    }

    private let context: KeyGenerationContext
    private let ssid: [UInt8]
    private let commitment: [UInt8]
    private let transcript: [UInt8]

    /// - Parameters:
    ///   - context: of the enrolment or the refresh that made the epoch
    ///   - ssid: as it was archived, 32 bytes
    ///   - commitment: of K1 or F1
    ///   - transcript: the TLV of K3 or K3'
    public init(context: KeyGenerationContext, ssid: [UInt8], commitment: [UInt8], transcript: [UInt8]) {
        self.context = context
        self.ssid = ssid
        self.commitment = commitment
        self.transcript = transcript
    }

    /// Every check of K3 that needs no secret: what is left out is whether Q is x2·Q1 and whether another key has this
    /// N, which a unique index says.
    /// - Parameter parameters: the set whose hash stands in the context
    /// - Throws: `ARCHIVE_ENCODING`, `ARCHIVE_SSID`, `ARCHIVE_KEY` when the archive is not this key's, and the code of
    ///   the first check of K3 that fails
    public func verify(
        _ key: Key, parameters: RingPedersenParameters, random: some RandomSource
    ) throws(CryptoError) {
        let k3 = try K3Slot(archived: transcript, slot: context.slot)
        guard holds("ARCHIVE_SSID", context.ssid == ssid) else {
            throw CryptoError("ARCHIVE_SSID", "the archived members do not give the archived ssid")
        }
        guard holds("ARCHIVE_KEY/Q1", k3.Q1 == key.Q1), holds("ARCHIVE_KEY/N", k3.N == key.N),
            holds("ARCHIVE_KEY/ckey", k3.ckey == key.ckey), holds("ARCHIVE_KEY/Q", k3.Q == key.Q)
        else { throw CryptoError("ARCHIVE_KEY", "the archived proofs are of another key") }
        guard let Q2 = try? Point(encoding: key.Q2) else { throw CryptoError("Q2_POINT") }
        let checks = try checks(k3, key, Q2)
        let N = try PaillierModulus.check(k3.N, suite: context.suite, random: random)
        _ = try checks.proofs(N: N, parameters: parameters, modulusSeen: { _ in false }, slices: InPlace())
    }

    /// The first epoch opens its commitment, every later one names that of F1.
    private func checks(_ k3: K3Slot, _ key: Key, _ Q2: Point) throws(CryptoError) -> K3Checks {
        guard key.epoch > 1 else {
            let k1 = K1Slot(
                slot: context.slot, suite: context.suite.number, nonce: context.nonceP1, commitment: commitment)
            return try K3Checks(k3, k1: k1, context: context, Q2: Q2)
        }
        guard holds("ARCHIVE_KEY/commitment", k3.opening == commitment) else {
            throw CryptoError("ARCHIVE_KEY", "the archived proofs are of another refresh")
        }
        return try K3Checks(renewing: k3, context: context, Q2: Q2)
    }
}

extension K3Slot {
    /// Reads what `tlv` wrote.
    /// - Throws: `ARCHIVE_ENCODING`
    init(archived bytes: [UInt8], slot: Slot) throws(CryptoError) {
        let fields = try ProofFields(bytes, count: 11, code: "ARCHIVE_ENCODING")
        guard holds("ARCHIVE_ENCODING/slot", try fields.bytes(0) == Array(slot.rawValue.utf8)) else {
            throw CryptoError("ARCHIVE_ENCODING", "the list is of another slot")
        }
        self.init(
            slot: slot, Q1: try fields.point(1), opening: try fields.bytes(2), proof: try fields.bytes(3),
            N: try fields.bytes(4), ckey: try fields.bytes(5), modulusProof: try fields.bytes(6),
            smallFactorProof: try fields.bytes(7), discreteLogProof: try fields.bytes(8), Q: try fields.point(9),
            ratchetNext: try fields.bytes(10))
    }
}
