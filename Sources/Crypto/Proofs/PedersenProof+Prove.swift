/// What is known only while the set is made: the primes' subgroup order and log_t(s). Destroyed right after the proof.
@_spi(Deterministic)
public struct PedersenTrapdoor: ~Copyable {
    /// p~'q~' = φ(Ñ)/4
    public let order: Integer
    public let lambda: Integer

    public init(order: consuming Integer, lambda: consuming Integer) {
        self.order = order
        self.lambda = lambda
    }
}

extension PedersenProof {
    /// Makes a parameter set and its proof. Takes tens of seconds for suite 1: two safe primes.
    /// - Returns: the public set and its proof; the factors and the logarithm of s do not outlive the call.
    /// - Throws: as `make`, for numbers that safe primes of this length do not give.
    public static func generate(
        suite: Suite, random: some RandomSource
    ) throws(CryptoError) -> (RingPedersenParameters, PedersenProof) {
        let bits = suite.modulusBits / 2
        let p = Prime.randomSafe(bits: bits, from: random)
        var q = Prime.randomSafe(bits: bits, from: random)
        while q == p { q = Prime.randomSafe(bits: bits, from: random) }
        return try make(suite: suite, p: p, q: q, random: random)
    }

    /// - Parameters:
    ///   - p: a safe prime of |Ñ|/2 bits; q another
    /// - Throws: `MODULUS_EVEN`, `PRM_MODULUS` when p·q is even or of another length, `PRM_BASE` when s or t is ±1 or
    ///   s = t.
    @_spi(Deterministic)
    public static func make(
        suite: Suite, p: borrowing Integer, q: borrowing Integer, random: some RandomSource
    ) throws(CryptoError) -> (RingPedersenParameters, PedersenProof) {
        let Nt = p * q
        let modulus = try Modulus(Nt)
        let order = p.shiftedRight(1) * q.shiftedRight(1)
        let u = Integer.randomUnit(modulo: Nt, from: random)
        let t = modulus.multiplySecret(u, u)
        let lambda = Integer.random(below: order, from: random)
        let s = modulus.powerSecret(t, lambda)
        let parameters = try RingPedersenParameters(
            suite: suite, modulus: Nt.bytes(width: suite.n), s: s.bytes(width: suite.n), t: t.bytes(width: suite.n))
        let trapdoor = PedersenTrapdoor(order: order, lambda: lambda)
        let proof = prove(parameters, trapdoor: trapdoor) { _, bound in Integer.random(below: bound, from: random) }
        return (parameters, proof)
    }

    /// - Parameter exponent: a_i, uniform below the bound, for round i
    @_spi(Deterministic)
    public static func prove(
        _ parameters: RingPedersenParameters, trapdoor: borrowing PedersenTrapdoor,
        exponent: (Int, borrowing Integer) -> Integer
    ) -> PedersenProof {
        let suite = parameters.suite
        let exponents = (0..<Suite.pedersenRounds).map { PublicConstant(exponent($0, trapdoor.order)) }
        let A = exponents.map { parameters.modulus.powerSecret(parameters.t, $0.value).bytes(width: suite.n) }
        let digest = challenge(parameters, A: A).digest
        var z: [[UInt8]] = []
        for (round, a) in exponents.enumerated() {
            let response = bit(digest, round) == 1 ? a.value + trapdoor.lambda : a.value.duplicate()
            z.append(response.modulo(trapdoor.order).bytes(width: suite.n))
        }
        return PedersenProof(A: A, z: z)
    }
}
