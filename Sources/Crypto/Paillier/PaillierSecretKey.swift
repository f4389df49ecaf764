/// The phone's Paillier key: N = pq, both primes 3 mod 4, so that Π_mod can be proved.
///
/// Decryption goes through the primes with constant-time powers (Paillier, Eurocrypt 1999, §7).
public struct PaillierSecretKey: ~Copyable, Sendable {
    public let p: Integer
    public let q: Integer
    public let publicKey: PaillierPublicKey
    private let p2: Modulus
    private let q2: Modulus
    /// (L_p((1+N)^(p−1) mod p²))^-1 mod p, and the same for q.
    private let hp: Integer
    private let hq: Integer
    /// p^-1 mod q
    private let pInverse: Integer

    /// - Throws: `PAILLIER_KEY` unless p ≠ q, p = q = 3 mod 4, each of |N|/2 bits, pq of exactly |N| bits.
    public init(p: consuming Integer, q: consuming Integer, suite: Suite) throws(CryptoError) {
        let half = suite.modulusBits / 2
        let N = p * q
        guard p.bitLength == half, q.bitLength == half, N.bitLength == suite.modulusBits, p != q,
            p.isOdd, p.testBit(1), q.isOdd, q.testBit(1),
            let hp = Self.hInverse(p, N), let hq = Self.hInverse(q, N), let pInverse = p.inverse(modulo: q)
        else { throw CryptoError("PAILLIER_KEY", "not a pair of primes for this suite") }
        let publicKey = try PaillierPublicKey(N: N, suite: suite)
        let p2 = try Modulus(p * p)
        let q2 = try Modulus(q * q)
        self.publicKey = publicKey
        self.p2 = p2
        self.q2 = q2
        self.hp = hp
        self.hq = hq
        self.pInverse = pInverse
        self.p = p
        self.q = q
    }

    /// A fresh key: p and q random primes of |N|/2 bits, the two top bits set, both 3 mod 4.
    /// - Throws: `OUT_OF_MEMORY`; `PAILLIER_KEY` for numbers that were no primes after all.
    public static func generate(_ suite: Suite, random: some RandomSource) throws(CryptoError) -> PaillierSecretKey {
        let bits = suite.modulusBits / 2
        let p = Prime.random(bits: bits, from: random)
        while true {
            let q = Prime.random(bits: bits, from: random)
            if p != q { return try PaillierSecretKey(p: p, q: q, suite: suite) }
        }
    }

    /// Since (1+N)^(p−1) = 1 + (p−1)N mod p², L_p of it is (p−1)·q = −q mod p.
    private static func hInverse(_ prime: borrowing Integer, _ N: borrowing Integer) -> Integer? {
        let other = N.dividedExactly(by: prime)
        return (-other).modulo(prime).inverse(modulo: prime)
    }

    /// The plaintext in [0, N).
    /// - Parameter c: a unit modulo N², reduced
    public func decrypt(_ c: borrowing Integer) -> Integer {
        let mp = Self.half(c, prime: p, square: p2, h: hp)
        let mq = Self.half(c, prime: q, square: q2, h: hq)
        return recombine(mp, mq)
    }

    private static func half(
        _ c: borrowing Integer, prime: borrowing Integer, square: Modulus, h: borrowing Integer
    ) -> Integer {
        let power = square.powerSecret(c.modulo(square.value), prime - Integer(1))
        let L = (power - Integer(1)).dividedExactly(by: prime)
        return (L * h).modulo(prime)
    }

    /// Chinese remainder: the x in [0, N) with x = a mod p, x = b mod q.
    func recombine(_ a: borrowing Integer, _ b: borrowing Integer) -> Integer {
        let k = ((b - a) * pInverse).modulo(q)
        return a + k * p
    }
}
