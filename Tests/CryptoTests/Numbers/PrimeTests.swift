import TestSupport
import Testing
import Wire

@testable import Crypto

/// The test that makes Paillier's and ring-Pedersen's primes, against numbers that were built to pass weaker ones:
/// strong pseudoprimes to fixed bases, Carmichael numbers, the worst case of Miller-Rabin. From small numbers to 1080
/// bits; it is used on 1024 and 1536.
@Suite struct PrimeTests {
    @Test("primes are taken for primes, composites and negative numbers are not (Project Wycheproof)")
    func wycheproof() throws {
        let tests = try GoldenVectors.read("wycheproof-primality/numbers.json")["tests"]?.array ?? []
        #expect(tests.count == 94)
        for test in tests {
            // Two's complement, as Java writes it.
            let bytes = try test.hex("value")
            let unsigned = Integer(bytes: bytes)
            let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
            let number = isNegative ? unsigned - Integer.powerOfTwo(8 * bytes.count) : unsigned
            // "acceptable": a library may take the negative of a prime for one. This one does not.
            let isPrime = test["result"]?.string == "valid"
            #expect(number.isProbablePrime == isPrime, "tcId \(test["tcId"]?.int64 ?? 0)")
        }
    }
}
