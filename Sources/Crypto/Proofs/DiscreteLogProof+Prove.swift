extension DiscreteLogProof {
    /// The prover's random values (wire appendix §6.4).
    @_spi(Deterministic)
    public struct Masks: ~Copyable {
        public let alpha: Integer
        public let mu: Integer
        public let gamma: Integer
        public let beta: Integer

        public init(
            alpha: consuming Integer, mu: consuming Integer, gamma: consuming Integer, beta: consuming Integer
        ) {
            self.alpha = alpha
            self.mu = mu
            self.gamma = gamma
            self.beta = beta
        }

        init(key: PaillierPublicKey, parameters: RingPedersenParameters, random: some RandomSource) {
            let share = Integer.powerOfTwo(Suite.shareBits), wide = Integer.powerOfTwo(Suite.shareBits + Suite.slack)
            self.init(
                alpha: .random(within: wide, from: random),
                mu: .random(within: share * parameters.modulus.value, from: random),
                gamma: .random(within: wide * parameters.modulus.value, from: random),
                beta: .randomUnit(modulo: key.N.value, from: random))
        }
    }

    /// - Parameters:
    ///   - x1: the share, Q1 = x1·G
    ///   - rk: the randomness of ckey
    /// - Throws: `PDL_POINT` when a mask is a multiple of the order: once in 2^256, with a working generator never.
    public static func prove(
        _ statement: Statement, x1: borrowing Scalar, rk: borrowing Integer, random: some RandomSource
    ) throws(CryptoError) -> DiscreteLogProof {
        while true {
            let masks = Masks(key: statement.key, parameters: statement.parameters, random: random)
            let proof = try prove(statement, x1: x1, rk: rk, masks: masks)
            // Out of range once in 2^128: a fresh run, because the verifier would refuse.
            if proof.z1.isAtMost(bits: Suite.shareBits + Suite.slack) { return proof }
        }
    }

    /// The same with known masks; z1 may then be out of the range that a verifier takes.
    /// - Throws: `PDL_POINT` when alpha is a multiple of the order.
    @_spi(Deterministic)
    public static func prove(
        _ statement: Statement, x1: borrowing Scalar, rk: borrowing Integer, masks: borrowing Masks
    ) throws(CryptoError) -> DiscreteLogProof {
        let key = statement.key, suite = key.suite, parameters = statement.parameters
        let x1Integer = x1.integer
        let S = parameters.commit(x1Integer, masks.mu).bytes(width: suite.n)
        let A = key.encrypt(masks.alpha, randomness: masks.beta).bytes(width: suite.n2)
        guard let Y = Point.generator(times: scalar(masks.alpha))?.encoding else {
            throw CryptoError("PDL_POINT", "the mask is a multiple of the order")
        }
        let D = parameters.commit(masks.alpha, masks.gamma).bytes(width: suite.n)
        let e = statement.challenge(S: S, A: A, Y: Y, D: D).challenge128
        let z1 = masks.alpha + e * x1Integer
        let z2 = key.N.multiplySecret(masks.beta, key.N.powerSecret(rk, e))
        let z3 = masks.gamma + e * masks.mu
        return DiscreteLogProof(
            S: S, A: A, Y: Y, D: D, z1: SignedBytes(z1), z2: z2.bytes(width: suite.n), z3: SignedBytes(z3))
    }
}
