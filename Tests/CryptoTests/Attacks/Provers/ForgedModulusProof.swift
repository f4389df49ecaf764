@testable import Crypto

/// The best Π_mod that somebody can make who knows the factors of a bad N: every root that exists, and 1 where none
/// does.
enum ForgedModulusProof {
    static func prove(_ modulus: BadModulus, ssid: [UInt8], random: some RandomSource) throws -> ModulusProof {
        let prover = try Prover(modulus)
        let N = modulus.N
        var w = Integer.randomUnit(modulo: N, from: random)
        while w.jacobi(N) != -1 { w = Integer.randomUnit(modulo: N, from: random) }
        return try prover.prove(ssid: ssid, w: w)
    }

    private final class Prover {
        let N: Modulus
        let encodedN: [UInt8]
        /// The prime powers.
        let parts: [Part]

        init(_ modulus: BadModulus) throws {
            let value = modulus.N
            N = try Modulus(value)
            encodedN = modulus.encodedN
            parts = try modulus.factors.map { try Part($0.prime, $0.exponent, N: modulus.N) }
        }

        func prove(ssid: [UInt8], w: borrowing Integer) throws -> ModulusProof {
            let encodedW = w.bytes(width: Suite.suite1.n)
            var x: [[UInt8]] = [], a: [UInt8] = [], b: [UInt8] = [], z: [[UInt8]] = []
            for round in 0..<Suite.fourthRootRounds {
                let y = ModulusProof.challenge(ssid: ssid, N: N.value, encodedN: encodedN, w: encodedW, round: round)
                let (aBit, bBit, root) = fourthRoot(y, w)
                a.append(aBit)
                b.append(bBit)
                x.append(root)
                if round < Suite.nthRootRounds { z.append(combine { $0.nthRoot(y) }) }
            }
            return ModulusProof(w: encodedW, x: x, a: a, b: b, z: z)
        }

        /// The first twist that has a fourth root modulo every prime power.
        private func fourthRoot(_ y: borrowing Integer, _ w: borrowing Integer) -> (UInt8, UInt8, [UInt8]) {
            for a in [UInt8(0), 1] {
                for b in [UInt8(0), 1] {
                    let v = ModulusProof.twisted(y, w: w, a: a, b: b, N: N)
                    if parts.allSatisfy({ $0.hasFourthRoot(v) }) { return (a, b, combine { $0.fourthRoot(v) }) }
                }
            }
            return (0, 0, Integer(1).bytes(width: Suite.suite1.n))
        }

        /// Chinese remainder over the prime powers.
        private func combine(_ value: (Part) -> Integer) -> [UInt8] {
            var sum = Integer(0)
            for part in parts {
                let own = value(part)
                sum = sum + own * part.basis.value
            }
            let reduced = sum.modulo(N.value)
            return reduced.bytes(width: Suite.suite1.n)
        }
    }

    /// One prime power P^e of N. Its group has P^(e−1)(P−1) elements; roots are taken in the part of odd order.
    private final class Part {
        let modulus: Modulus
        /// 1 modulo this power, 0 modulo the others.
        let basis: PublicConstant
        private let oddOrder: PublicConstant
        private let fourthExponent: PublicConstant
        /// N^-1 modulo the order; 0 when there is none.
        private let nthExponent: PublicConstant

        init(_ prime: [UInt8], _ exponent: Int, N: borrowing Integer) throws {
            let P = Integer(bytes: prime)
            var power = P.duplicate(), order = P - Integer(1)
            for _ in 1..<exponent {
                power = power * P
                order = order * P
            }
            modulus = try Modulus(power)
            let rest = N.dividedExactly(by: power)
            basis = PublicConstant(rest * (rest.inverse(modulo: power) ?? Integer(0)))
            nthExponent = PublicConstant(N.inverse(modulo: order) ?? Integer(0))
            var odd = order.duplicate()
            while !odd.isOdd { odd = odd.shiftedRight(1) }
            fourthExponent = PublicConstant(Integer(4).inverse(modulo: odd) ?? Integer(0))
            oddOrder = PublicConstant(odd)
        }

        func hasFourthRoot(_ v: borrowing Integer) -> Bool {
            modulus.power(v.modulo(modulus.value), oddOrder.value) == Integer(1)
        }

        func fourthRoot(_ v: borrowing Integer) -> Integer {
            modulus.power(v.modulo(modulus.value), fourthExponent.value)
        }

        func nthRoot(_ y: borrowing Integer) -> Integer { modulus.power(y.modulo(modulus.value), nthExponent.value) }
    }
}
