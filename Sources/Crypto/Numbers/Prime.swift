/// Random primes for keys and parameters.
public enum Prime {
    /// A random prime of exactly `bits` bits, the two top bits set, 3 modulo 4.
    /// - Parameter bits: ≥ 8
    public static func random(bits: Int, from random: some RandomSource) -> Integer {
        while true {
            let candidate = oddCandidate(bits: bits, from: random)
            if candidate.isCoprime(to: smallPrimes.value), candidate.isProbablePrime { return candidate }
        }
    }

    /// A random safe prime p (p and (p−1)/2 prime) of exactly `bits` bits, the two top bits set. Takes seconds for
    /// 1024 bits: both numbers must be prime at once.
    public static func randomSafe(bits: Int, from random: some RandomSource) -> Integer {
        while true {
            let candidate = oddCandidate(bits: bits, from: random)
            let half = candidate.shiftedRight(1)
            if candidate.isCoprime(to: smallPrimes.value), half.isCoprime(to: smallPrimes.value),
                half.passesFermat, candidate.passesFermat, half.isProbablePrime, candidate.isProbablePrime
            {
                return candidate
            }
        }
    }

    private static let smallPrimes = PublicConstant(Integer.primorial(2000))

    /// A random odd number, 3 modulo 4, with its two top bits set, so that the product of two has twice the bits.
    private static func oddCandidate(bits: Int, from random: some RandomSource) -> Integer {
        let low = Integer.random(bits: bits - 4, from: random)
        return low * Integer(4) + Integer(3) + Integer.powerOfTwo(bits - 1) + Integer.powerOfTwo(bits - 2)
    }
}

extension Integer {
    /// 2^(n−1) = 1 mod n: one exponentiation that removes nearly all composites before the full test.
    fileprivate var passesFermat: Bool {
        guard let modulus = try? Modulus(self) else { return false }
        return modulus.powerSecret(Integer(2), self - Integer(1)) == Integer(1)
    }
}
