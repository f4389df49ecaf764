import Vectors

@testable import Crypto

/// A modulus that no honest phone makes, with the factors that its maker knows.
struct BadModulus: Sendable {
    /// Primes, each with its exponent.
    let factors: [(prime: [UInt8], exponent: Int)]
    let name: String

    var N: Integer {
        var product = Integer(1)
        for (prime, exponent) in factors {
            for _ in 0..<exponent { product = product * Integer(bytes: prime) }
        }
        return product
    }

    var encodedN: [UInt8] { bytes(Suite.suite1.n) }

    func bytes(_ width: Int) -> [UInt8] {
        let N = self.N
        return N.bytes(width: width)
    }

    // MARK: Making one

    private static func random(_ label: String) -> VectorRandomStream { VectorRandom(seed: "bad-moduli").stream(label) }

    /// Draws primes until the product has exactly `bits` bits and is 1 modulo 4.
    private static func draw(
        _ name: String, bits: Int = 2048, _ make: (VectorRandomStream) -> [(prime: [UInt8], exponent: Int)]
    ) -> BadModulus {
        let source = random(name)
        while true {
            let made = BadModulus(factors: make(source), name: name)
            let N = made.N
            if N.bitLength == bits, !N.testBit(1) { return made }
        }
    }

    private static func prime(_ bits: Int, _ source: VectorRandomStream) -> [UInt8] {
        let value = Prime.random(bits: bits, from: source)
        return value.magnitudeBytes
    }

    /// A prime that is `remainder` modulo 8: the service's own generator only makes those that are 3 modulo 4.
    private static func prime(_ bits: Int, _ remainder: Int, _ source: VectorRandomStream) -> [UInt8] {
        while true {
            let drawn = Integer.random(bits: bits - 3, from: source) + Integer.powerOfTwo(bits - 4)
            let candidate = drawn * Integer(8) + Integer(remainder)
            if candidate.bitLength == bits, candidate.isProbablePrime { return candidate.magnitudeBytes }
        }
    }

    // MARK: The collection

    /// Fifteen primes of 16 bits and one large: the key that gives x1 away in sixteen signatures (CVE-2023-33241).
    static let sixteenBitFactors = draw("16-bit factors") { source in
        var small: [(prime: [UInt8], exponent: Int)] = []
        while small.count < 15 {
            let candidate = prime(16, source)
            if !small.contains(where: { $0.prime == candidate }) { small.append((candidate, 1)) }
        }
        let value = BadModulus(factors: small, name: "").N
        return small + [(prime(2049 - value.bitLength, source), 1)]
    }

    /// Two primes, both 3 modulo 4, one of them just above the bound of trial division: an honest Π_mod passes.
    static let seventeenBitFactor = draw("17-bit factor") { source in
        [([1, 0, 3], 1), (prime(2032, source), 1)]
    }

    static let sixtyFourBitFactor = draw("64-bit factor") { source in
        [(prime(64, source), 1), (prime(1984, source), 1)]
    }

    /// p³q: every fourth root exists.
    static let cubeTimesPrime = draw("p³q") { source in [(prime(512, source), 3), (prime(512, source), 1)] }

    /// p²q, which is 1 modulo 4 only when q is.
    static let squareTimesPrime = draw("p²q") { source in [(prime(512, source), 2), (prime(1024, 5, source), 1)] }

    /// pqr with pq as long as r: an honest Π_fac over (pq, r) passes, and so do all N-th roots.
    static let threePrimes = draw("pqr") { source in
        [(prime(512, source), 1), (prime(512, 5, source), 1), (prime(1024, source), 1)]
    }

    static let fourPrimes = draw("four primes") { source in (0..<4).map { _ in (prime(512, source), 1) } }

    static let prime = draw("prime") { source in [(prime(2048, 5, source), 1)] }

    static let square = draw("square") { source in [(prime(1024, source), 2)] }

    /// Twice a product of two primes.
    static let even = BadModulus(
        factors: [([2], 1), (prime(1023, random("even")), 1), (prime(1024, random("even 2")), 1)], name: "even")

    /// Two primes, one of them 1 modulo 4.
    static let notBlum = BadModulus(
        factors: [(prime(1024, 5, random("not Blum")), 1), (prime(1024, random("not Blum 3")), 1)], name: "not Blum")

    static let shortByABit = draw("2047 bits", bits: 2047) { source in
        [(prime(1023, source), 1), (prime(1024, source), 1)]
    }

    static let longByABit = draw("2049 bits", bits: 2049) { source in
        [(prime(1024, source), 1), (prime(1025, source), 1)]
    }
}
