/// P2's half of a refresh: F1 → F2, F3 → the new half of the key (threshold-ecdsa A.6). Pure steps: the caller makes
/// durable what lies between them, and commits the new epoch only after its proof of possession.
public enum ServerRefresh {
    /// - Throws: `F1_ENCODING`, `SUITE_UNKNOWN`
    public static func check(_ f1: F1) throws(CryptoError) -> Suite {
        guard holds("F1_ENCODING/nonce", f1.nonce.count == 32),
            holds("F1_ENCODING/commitment", f1.commitment.count == 32)
        else { throw CryptoError("F1_ENCODING", "nonce and commitment have 32 bytes") }
        return try Suite(number: f1.suite)
    }

    /// The server's factor and what it says of it.
    public struct Answer: ~Copyable {
        public let d2: Scalar
        public let f2: F2
    }

    /// Draws d2. The commitment to d1 is already fixed.
    /// - Parameters:
    ///   - context: with a fresh nonceP2
    ///   - expiresAt: Unix seconds
    /// - Throws: `SCHNORR_NONCE` when the signature's nonce comes out as 0, once in 2^256.
    public static func respond(
        context: RefreshContext, expiresAt: UInt64, core: CoreKey, random: some RandomSource
    ) throws(CryptoError) -> Answer {
        let d2 = Scalar.random(from: random)
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (d) throws(CryptoError) in
            try core.sign(d, random: random)
        }
        let f2 = try f2(context: context, d2: d2, expiresAt: expiresAt, sign: sign)
        return Answer(d2: d2, f2: f2)
    }

    /// F2 of a known factor. Throws what `sign` throws.
    @_spi(Deterministic)
    public static func f2(
        context: RefreshContext, d2: borrowing Scalar, expiresAt: UInt64,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> F2 {
        let factor = d2.bytes
        return F2(
            keyId: context.generation.keyId, epoch: context.epoch, nonce: context.generation.nonceP2, factor: factor,
            signature: try sign(context.f2Transcript(factor: factor, expiresAt: expiresAt).digest))
    }

    /// The key as it is before.
    public struct OldKey: Sendable {
        public let Q: Point
        public let Q1: Point

        public init(Q: Point, Q1: Point) {
            self.Q = Q
            self.Q1 = Q1
        }
    }

    /// The server's half of the new epoch.
    public struct Renewed: ~Copyable {
        /// x2·delta^-1
        public let x2: Scalar
        public let key: ServerKeyGeneration.VerifiedKey
    }

    /// Checks F3, cheap first: the opening of d1, delta, Q1' = delta·Q1, Q unchanged, then everything that K3 is
    /// checked for.
    /// - Parameters:
    ///   - commitment: of F1
    ///   - d2: drawn at F1
    ///   - x2: of the old epoch
    ///   - parameters: the set whose hash stands in `context`
    ///   - modulusSeen: whether SHA-256(N') belongs or belonged to a key; the unique index decides in the end
    /// - Throws: `F3_ENCODING`, `REFRESH_COMMITMENT`, `REFRESH_FACTOR`, `REFRESH_DELTA`, `REFRESH_Q`, `REFRESH_Q1`, and
    ///   what K3 is refused for.
    public static func complete(
        _ f3: F3, commitment: [UInt8], context: RefreshContext, old: OldKey, d2: borrowing Scalar,
        x2: borrowing Scalar, parameters: RingPedersenParameters, modulusSeen: ([UInt8]) -> Bool,
        random: some RandomSource, slices: some ComputeSlices = InPlace()
    ) throws(CryptoError) -> Renewed {
        let renewed = try x2.renewed(f3, commitment: commitment, context: context, old: old, d2: d2)
        let checks = try K3Checks(
            renewing: f3.k3(context.generation.slot, commitment: commitment), context: context.generation,
            Q2: ServerKeyGeneration.point(of: renewed))
        let N = try slices.run { () throws(CryptoError) in
            try PaillierModulus.check(f3.N, suite: context.generation.suite, random: random)
        }
        let key = try checks.finish(
            N: N, x2: renewed, parameters: parameters, modulusSeen: modulusSeen, slices: slices)
        return Renewed(x2: renewed, key: key)
    }

    /// The same with a known Miller-Rabin base.
    /// - Throws: as the other.
    @_spi(Deterministic)
    public static func complete(
        _ f3: F3, commitment: [UInt8], context: RefreshContext, old: OldKey, d2: borrowing Scalar,
        x2: borrowing Scalar, parameters: RingPedersenParameters, modulusSeen: ([UInt8]) -> Bool,
        millerRabinBase: borrowing Integer
    ) throws(CryptoError) -> Renewed {
        let renewed = try x2.renewed(f3, commitment: commitment, context: context, old: old, d2: d2)
        let checks = try K3Checks(
            renewing: f3.k3(context.generation.slot, commitment: commitment), context: context.generation,
            Q2: ServerKeyGeneration.point(of: renewed))
        let N = try PaillierModulus.check(
            f3.N, suite: context.generation.suite, millerRabinBase: millerRabinBase)
        let key = try checks.finish(
            N: N, x2: renewed, parameters: parameters, modulusSeen: modulusSeen, slices: InPlace())
        return Renewed(x2: renewed, key: key)
    }
}

extension Scalar {
    /// x2' = x2·delta^-1, after the checks that bind delta to both factors and Q1' to delta.
    fileprivate borrowing func renewed(
        _ f3: F3, commitment: [UInt8], context: RefreshContext, old: ServerRefresh.OldKey, d2: borrowing Scalar
    ) throws(CryptoError) -> Scalar {
        guard holds("F3_ENCODING/factor", f3.factor.count == 32), holds("F3_ENCODING/opening", f3.opening.count == 32)
        else { throw CryptoError("F3_ENCODING", "factor and opening have 32 bytes") }
        let generation = context.generation
        let committed = RefreshContext.commitment(
            keyId: generation.keyId, epoch: context.epoch, suite: generation.suite.number, nonceP1: generation.nonceP1,
            factor: f3.factor, opening: f3.opening
        ).digest
        guard holds("REFRESH_COMMITMENT", ConstantTime.equal(committed, commitment)) else {
            throw CryptoError("REFRESH_COMMITMENT", "the opening does not fit the commitment of F1")
        }
        guard let d1 = try? Scalar(bytes: f3.factor), holds("REFRESH_FACTOR/server", !d1.isZero) else {
            throw CryptoError("REFRESH_FACTOR", "d1 is not in [1, q−1]")
        }
        let delta = try RefreshContext.delta(d1, d2)
        guard holds("REFRESH_Q", f3.Q == old.Q.encoding) else {
            throw CryptoError("REFRESH_Q", "the joint key is not the one of before")
        }
        guard let Q1 = old.Q1.times(delta), holds("REFRESH_Q1", f3.Q1 == Q1.encoding) else {
            throw CryptoError("REFRESH_Q1", "Q1' is not delta·Q1")
        }
        return self * delta.inverse()
    }
}
