extension SmallFactorProof {
    /// The prover's random values, each uniform in its interval (wire appendix §6.3).
    @_spi(Deterministic)
    public struct Masks: ~Copyable {
        public let alpha: Integer
        public let beta: Integer
        public let mu: Integer
        public let nu: Integer
        public let sigma: Integer
        public let r: Integer
        public let x: Integer
        public let y: Integer

        public init(
            alpha: consuming Integer, beta: consuming Integer, mu: consuming Integer, nu: consuming Integer,
            sigma: consuming Integer, r: consuming Integer, x: consuming Integer, y: consuming Integer
        ) {
            self.alpha = alpha
            self.beta = beta
            self.mu = mu
            self.nu = nu
            self.sigma = sigma
            self.r = r
            self.x = x
            self.y = y
        }

        init(suite: Suite, N: borrowing Integer, Nt: borrowing Integer, random: some RandomSource) {
            let share = Integer.powerOfTwo(Suite.shareBits), wide = Integer.powerOfTwo(Suite.shareBits + Suite.slack)
            let prime = Integer.powerOfTwo(Suite.slack + suite.modulusBits / 2)
            let both = N * Nt
            self.init(
                alpha: .random(within: prime, from: random), beta: .random(within: prime, from: random),
                mu: .random(within: share * Nt, from: random), nu: .random(within: share * Nt, from: random),
                sigma: .random(within: share * both, from: random), r: .random(within: wide * both, from: random),
                x: .random(within: wide * Nt, from: random), y: .random(within: wide * Nt, from: random))
        }
    }

    public static func prove(
        ssid: [UInt8], key: borrowing PaillierSecretKey, parameters: RingPedersenParameters, random: some RandomSource
    ) -> SmallFactorProof {
        let masks = Masks(
            suite: key.publicKey.suite, N: key.publicKey.N.value, Nt: parameters.modulus.value, random: random)
        return prove(ssid: ssid, key: key, parameters: parameters, masks: masks)
    }

    @_spi(Deterministic)
    public static func prove(
        ssid: [UInt8], key: borrowing PaillierSecretKey, parameters: RingPedersenParameters, masks: borrowing Masks
    ) -> SmallFactorProof {
        let suite = key.publicKey.suite
        let Nt = parameters.modulus
        let P = parameters.commit(key.p, masks.mu)
        let Qc = parameters.commit(key.q, masks.nu)
        let A = parameters.commit(masks.alpha, masks.x)
        let B = parameters.commit(masks.beta, masks.y)
        let T = Nt.multiplySecret(
            power(Qc, masks.alpha, Nt), parameters.commit(Integer(0), masks.r))
        let group = [
            P.bytes(width: suite.n), Qc.bytes(width: suite.n), A.bytes(width: suite.n), B.bytes(width: suite.n),
            T.bytes(width: suite.n),
        ]
        let sigma = SignedBytes(masks.sigma)
        let e = challenge(
            ssid: ssid, suite: suite, encodedN: key.publicKey.encodedN, parametersHash: parameters.parametersHash,
            group: group, sigma: sigma
        ).challenge128
        let z1 = masks.alpha + e * key.p
        let z2 = masks.beta + e * key.q
        let w1 = masks.x + e * masks.mu
        let w2 = masks.y + e * masks.nu
        let v = masks.r + e * (masks.sigma - masks.nu * key.p)
        return SmallFactorProof(
            group: group, sigma: sigma,
            responses: [SignedBytes(z1), SignedBytes(z2), SignedBytes(w1), SignedBytes(w2), SignedBytes(v)])
    }

    /// base^exponent with a signed secret exponent; the base is a unit, being a commitment.
    private static func power(
        _ base: borrowing Integer, _ exponent: borrowing Integer, _ modulus: Modulus
    ) -> Integer {
        guard exponent.isNegative else { return modulus.powerSecret(base, exponent) }
        guard let inverse = base.inverse(modulo: modulus.value) else { return Integer(0) }
        return modulus.powerSecret(inverse, -exponent)
    }
}
