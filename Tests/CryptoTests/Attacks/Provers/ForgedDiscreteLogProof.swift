@_spi(Deterministic) @testable import Crypto

/// Π_pdl by a prover whose ckey holds the fraction numerator/denominator modulo N. Every equation that does not
/// commit him to an integer holds as soon as the denominator divides the challenge, for which he draws again.
struct ForgedDiscreteLogProof: ~Copyable {
    let statement: DiscreteLogProof.Statement
    /// |a| < 2^520
    let numerator: Integer
    let denominator: Int
    let rk: Integer

    /// - Parameter order: the order of ⟨t⟩ modulo Ñ, for a prover who has made Ñ himself; nil for everybody else
    func prove(order: PublicConstant?, random: some RandomSource) throws -> DiscreteLogProof {
        let key = statement.key, suite = key.suite, parameters = statement.parameters
        let committed = Self.committed(numerator, denominator, order: order)
        while true {
            let masks = DiscreteLogProof.Masks(key: key, parameters: parameters, random: random)
            let S = parameters.openCommitment(committed, masks.mu).bytes(width: suite.n)
            let A = key.encrypt(masks.alpha, randomness: masks.beta).bytes(width: suite.n2)
            let D = parameters.openCommitment(masks.alpha, masks.gamma).bytes(width: suite.n)
            guard let Y = Point.generator(times: DiscreteLogProof.scalar(masks.alpha))?.encoding else { continue }
            let e = statement.challenge(S: S, A: A, Y: Y, D: D).challenge128
            guard e.modulo(Integer(denominator)).isZero else { continue }
            let z1 = masks.alpha + e.dividedExactly(by: Integer(denominator)) * numerator
            let z2 = key.N.multiply(masks.beta, key.N.power(rk, e))
            let z3 = masks.gamma + e * masks.mu
            return DiscreteLogProof(
                S: S, A: A, Y: Y, D: D, z1: SignedBytes(z1), z2: z2.bytes(width: suite.n), z3: SignedBytes(z3))
        }
    }

    /// The fraction itself where the order is known, else the integer below it.
    private static func committed(
        _ numerator: borrowing Integer, _ denominator: Int, order: PublicConstant?
    ) -> Integer {
        let divisor = Integer(denominator)
        if let order {
            return (numerator * (divisor.inverse(modulo: order.value) ?? Integer(0))).modulo(order.value)
        }
        let rest = numerator.modulo(divisor)
        return (numerator - rest).dividedExactly(by: divisor)
    }
}
