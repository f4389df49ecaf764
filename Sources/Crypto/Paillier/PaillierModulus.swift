/// The checks of a Paillier modulus N that need no proof (wire appendix §7, step 6 at K3).
///
/// They are the first half of what makes N = pq with large p, q; Π_mod and Π_fac are the other. A prime N would pass
/// every root of Π_mod, a power of a prime all fourth roots, a small factor all N-th roots.
public enum PaillierModulus {
    private static let primorial = PublicConstant(Integer.primorial(Suite.trialDivisionBound))

    /// - Parameters:
    ///   - bytes: N, big-endian
    ///   - random: draws the Miller-Rabin base
    /// - Returns: N
    /// - Throws: `N_ENCODING`, `N_EVEN`, `N_SIZE`, `N_MOD4`, `N_PERFECT_POWER`, `N_PRIME`, `N_SMALL_FACTOR`.
    public static func check(_ bytes: [UInt8], suite: Suite, random: some RandomSource) throws(CryptoError) -> Integer {
        try checkWidth(bytes, suite: suite)
        let N = Integer(bytes: bytes)
        try checkForm(N, suite: suite)
        let base = Integer.random(below: N - Integer(3), from: random) + Integer(2)
        try checkComposite(N, base: base)
        return N
    }

    /// The same with a known Miller-Rabin base.
    /// - Throws: as the other.
    @_spi(Deterministic)
    public static func check(
        _ bytes: [UInt8], suite: Suite, millerRabinBase: borrowing Integer
    ) throws(CryptoError) -> Integer {
        try checkWidth(bytes, suite: suite)
        let N = Integer(bytes: bytes)
        try checkForm(N, suite: suite)
        try checkComposite(N, base: millerRabinBase)
        return N
    }

    static func checkWidth(_ bytes: [UInt8], suite: Suite) throws(CryptoError) {
        guard holds("N_ENCODING", bytes.count == suite.n) else {
            throw CryptoError("N_ENCODING", "N has \(suite.n) bytes")
        }
    }

    private static func checkForm(_ N: borrowing Integer, suite: Suite) throws(CryptoError) {
        guard holds("N_EVEN", N.isOdd) else { throw CryptoError("N_EVEN", "N is even") }
        guard holds("N_SIZE", N.bitLength == suite.modulusBits) else {
            throw CryptoError("N_SIZE", "N has exactly \(suite.modulusBits) bits")
        }
        guard holds("N_MOD4", !N.testBit(1)) else { throw CryptoError("N_MOD4", "N is 1 modulo 4") }
        guard holds("N_PERFECT_POWER", !N.isPerfectPower) else {
            throw CryptoError("N_PERFECT_POWER", "N is a perfect power")
        }
    }

    /// One Miller-Rabin round, which a prime never fails, and trial division by all primes below 2^16 in one gcd.
    private static func checkComposite(_ N: borrowing Integer, base: borrowing Integer) throws(CryptoError) {
        guard try holds("N_PRIME", !passesMillerRabin(N, base: base)) else {
            throw CryptoError("N_PRIME", "N is a probable prime")
        }
        guard holds("N_SMALL_FACTOR", primorial.value.isCoprime(to: N)) else {
            throw CryptoError("N_SMALL_FACTOR", "N has a prime factor below 2^16")
        }
    }

    private static func passesMillerRabin(_ N: borrowing Integer, base: borrowing Integer) throws(CryptoError) -> Bool {
        let modulus = try Modulus(N)
        let last = N - Integer(1)
        var twos = 0
        while !last.testBit(twos) { twos += 1 }
        var y = modulus.power(base, last.shiftedRight(twos))
        if y == Integer(1) || y == last { return true }
        for _ in 1..<max(twos, 1) {
            y = modulus.multiply(y, y)
            if y == last { return true }
        }
        return false
    }
}

/// A constant integer that all threads may read.
final class PublicConstant: Sendable {
    let value: Integer
    init(_ value: consuming Integer) { self.value = value }
}
