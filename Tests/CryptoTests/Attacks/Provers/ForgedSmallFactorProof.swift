@_spi(Deterministic) @testable import Crypto

/// Π_fac as its prover makes it, over any two factors: those of a bad N, or two numbers that are not the factors.
enum ForgedSmallFactorProof {
    static func prove(
        ssid: [UInt8], encodedN: [UInt8], p: borrowing Integer, q: borrowing Integer,
        parameters: RingPedersenParameters, random: some RandomSource
    ) -> SmallFactorProof {
        let suite = Suite.suite1, Nt = parameters.modulus
        let masks = SmallFactorProof.Masks(
            suite: suite, N: Integer(bytes: encodedN), Nt: Nt.value, random: random)
        let P = parameters.openCommitment(p, masks.mu), Qc = parameters.openCommitment(q, masks.nu)
        let A = parameters.openCommitment(masks.alpha, masks.x), B = parameters.openCommitment(masks.beta, masks.y)
        let T = Nt.multiply(power(Qc, masks.alpha, Nt), parameters.openCommitment(Integer(0), masks.r))
        let group = [
            P.bytes(width: suite.n), Qc.bytes(width: suite.n), A.bytes(width: suite.n), B.bytes(width: suite.n),
            T.bytes(width: suite.n),
        ]
        let sigma = SignedBytes(masks.sigma)
        let e = SmallFactorProof.challenge(
            ssid: ssid, suite: suite, encodedN: encodedN, parametersHash: parameters.parametersHash, group: group,
            sigma: sigma
        ).challenge128
        return SmallFactorProof(
            group: group, sigma: sigma,
            responses: [
                SignedBytes(masks.alpha + e * p), SignedBytes(masks.beta + e * q), SignedBytes(masks.x + e * masks.mu),
                SignedBytes(masks.y + e * masks.nu), SignedBytes(masks.r + e * (masks.sigma - masks.nu * p)),
            ])
    }

    private static func power(
        _ base: borrowing Integer, _ exponent: borrowing Integer, _ modulus: Modulus
    ) -> Integer {
        guard exponent.isNegative else { return modulus.power(base, exponent) }
        return modulus.power(base.inverse(modulo: modulus.value) ?? Integer(0), -exponent)
    }
}
