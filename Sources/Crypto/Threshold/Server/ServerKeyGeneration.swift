/// P2's half of key generation: K1 → K2, K3 → K4 (threshold-ecdsa A.3, wire appendix §7). Pure steps: the caller keeps
/// what lies between them and makes it durable.
public enum ServerKeyGeneration {
    /// - Throws: `SUITE_UNKNOWN`, `K1_ENCODING`.
    public static func check(_ k1: K1Slot) throws(CryptoError) -> Suite {
        guard holds("K1_ENCODING/nonce", k1.nonce.count == 32),
            holds("K1_ENCODING/commitment", k1.commitment.count == 32)
        else {
            throw CryptoError("K1_ENCODING", "nonce and commitment have 32 bytes")
        }
        return try Suite(number: k1.suite)
    }

    /// Draws x2 and answers K1. The commitment C1 is already fixed, so Q2 cannot be chosen against.
    /// - Parameters:
    ///   - context: with a fresh nonceP2 and keyId
    ///   - expiresAt: Unix seconds
    /// - Returns: the server's share, to be sealed, and K2
    /// - Throws: `SCHNORR_NONCE` when a nonce of the proof or the signature comes out as 0, once in 2^256.
    public static func respond(
        context: KeyGenerationContext, expiresAt: UInt64, core: CoreKey, random: some RandomSource
    ) throws(CryptoError) -> Answer {
        let x2 = Scalar.random(from: random)
        let digest: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (d) throws(CryptoError) in
            try core.sign(d, random: random)
        }
        let k2 = try k2(context: context, x2: x2, salt: fresh(64, from: random), expiresAt: expiresAt, sign: digest)
        return Answer(x2: x2, k2: k2)
    }

    /// The server's share and what it says of it.
    public struct Answer: ~Copyable {
        public let x2: Scalar
        public let k2: K2Slot
    }

    /// K2 of a known share.
    /// - Throws: `Q2_POINT` when x2 is zero, `SCHNORR_NONCE`; what `sign` throws
    @_spi(Deterministic)
    public static func k2(
        context: KeyGenerationContext, x2: borrowing Scalar, salt: [UInt8], expiresAt: UInt64,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> K2Slot {
        guard let Q2 = Point.generator(times: x2)?.encoding else { throw CryptoError("Q2_POINT", "x2 is zero") }
        let proof = try SchnorrProof.prove(context.proofOfQ2(Q2), secret: x2, salt: salt).encoding
        let signature = try sign(context.k2Transcript(Q2: Q2, proof: proof, expiresAt: expiresAt).digest)
        return K2Slot(
            slot: context.slot, keyId: context.keyId, nonce: context.nonceP2, Q2: Q2, proof: proof,
            signature: signature)
    }

    /// What K3 has proved.
    public struct VerifiedKey: Sendable {
        public let Q: Point
        public let Q1: Point
        public let Q2: Point
        public let N: [UInt8]
        public let ckey: [UInt8]
        public let ratchet: [UInt8]
        /// SHA-256(N), the table key that keeps one N to one slot.
        public let modulusHash: [UInt8]
        /// The slot's K3 as TLV, for the archive and the K4 signature.
        public let transcript: [UInt8]
    }

    /// Checks K3 of one slot in the order of wire appendix §7: what is cheap comes first.
    /// - Parameters:
    ///   - k1: the slot's K1, as it was received
    ///   - x2: the share drawn in K1
    ///   - parameters: the server's own set, the one whose hash stands in `context`
    ///   - modulusSeen: whether SHA-256(N) belongs to a key already; the unique index decides in the end
    ///   - slices: where the long checks run, one by one
    /// - Throws: the first failed check's code.
    public static func complete(
        _ k3: K3Slot, k1: K1Slot, context: KeyGenerationContext, x2: borrowing Scalar,
        parameters: RingPedersenParameters, modulusSeen: ([UInt8]) -> Bool, random: some RandomSource,
        slices: some ComputeSlices = InPlace()
    ) throws(CryptoError) -> VerifiedKey {
        let checks = try K3Checks(k3, k1: k1, context: context, Q2: point(of: x2))
        let N = try slices.run { () throws(CryptoError) in
            try PaillierModulus.check(k3.N, suite: context.suite, random: random)
        }
        return try checks.finish(N: N, x2: x2, parameters: parameters, modulusSeen: modulusSeen, slices: slices)
    }

    /// Q2 of a share that K1 has drawn.
    static func point(of x2: borrowing Scalar) throws(CryptoError) -> Point {
        guard let Q2 = Point.generator(times: x2) else { throw CryptoError("Q2_POINT", "x2 is zero") }
        return Q2
    }

    /// The same with a known Miller-Rabin base.
    /// - Throws: the first failed check's code.
    @_spi(Deterministic)
    public static func complete(
        _ k3: K3Slot, k1: K1Slot, context: KeyGenerationContext, x2: borrowing Scalar,
        parameters: RingPedersenParameters, modulusSeen: ([UInt8]) -> Bool, millerRabinBase: borrowing Integer
    ) throws(CryptoError) -> VerifiedKey {
        let checks = try K3Checks(k3, k1: k1, context: context, Q2: point(of: x2))
        let N = try PaillierModulus.check(k3.N, suite: context.suite, millerRabinBase: millerRabinBase)
        return try checks.finish(
            N: N, x2: x2, parameters: parameters, modulusSeen: modulusSeen, slices: InPlace())
    }
}
