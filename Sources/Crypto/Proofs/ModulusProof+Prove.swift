extension ModulusProof {
    /// - Parameters:
    ///   - key: p and q both 3 mod 4
    /// - Throws: `PAILLIER_KEY` unless p and q are 3 mod 4 and gcd(N, φ(N)) = 1 (`PaillierSecretKey.generate` makes no
    ///   other), and when a root is wrong.
    public static func prove(
        ssid: [UInt8], key: borrowing PaillierSecretKey, random: some RandomSource
    ) throws(CryptoError) -> ModulusProof {
        let N = key.publicKey.N
        while true {
            let w = Integer.randomUnit(modulo: N.value, from: random)
            if w.jacobi(N.value) == -1 { return try prove(ssid: ssid, key: key, w: w) }
        }
    }

    /// - Parameter w: Jacobi(w|N) = −1. One (ssid, N, w) is answered in one way only: two different roots of one y
    ///   would factor N, so the roots are the canonical ones, themselves squares modulo both primes.
    /// - Throws: `PAILLIER_KEY` when a root is wrong. The roots are taken modulo each prime, and one that a fault has
    ///   made wrong modulo one of them only factors N for whoever sees it (Boneh, DeMillo, Lipton, Eurocrypt 1997): the
    ///   proof is verified before it leaves.
    @_spi(Deterministic)
    public static func prove(
        ssid: [UInt8], key: borrowing PaillierSecretKey, w: borrowing Integer
    ) throws(CryptoError) -> ModulusProof {
        let suite = key.publicKey.suite
        let encodedN = key.publicKey.encodedN
        let encodedW = w.bytes(width: suite.n)
        let roots = try RootFinder(key)
        var x: [[UInt8]] = []
        var a: [UInt8] = []
        var b: [UInt8] = []
        var z: [[UInt8]] = []
        for round in 0..<Suite.fourthRootRounds {
            let y = challenge(ssid: ssid, N: key.publicKey.N.value, encodedN: encodedN, w: encodedW, round: round)
            let (aBit, bBit) = try roots.bits(y, w: w, key)
            let twisted = twisted(y, w: w, a: aBit, b: bBit, N: key.publicKey.N)
            x.append(roots.fourthRoot(twisted, key).bytes(width: suite.n))
            a.append(aBit)
            b.append(bBit)
            if round < Suite.nthRootRounds { z.append(roots.nthRoot(y, key).bytes(width: suite.n)) }
        }
        let proof = ModulusProof(w: encodedW, x: x, a: a, b: b, z: z)
        do { try proof.verify(ssid: ssid, key: key.publicKey) } catch {
            throw CryptoError("PAILLIER_KEY", "a root is wrong: \(error.code)")
        }
        return proof
    }
}

/// Roots modulo N through its primes.
private struct RootFinder: ~Copyable {
    private let p: Modulus
    private let q: Modulus
    /// ((p+1)/4)² mod (p−1): a square's fourth root that is a square itself, for p = 3 mod 4.
    private let fourthP: Integer
    private let fourthQ: Integer
    /// N^-1 mod (p−1).
    private let nthP: Integer
    private let nthQ: Integer

    init(_ key: borrowing PaillierSecretKey) throws(CryptoError) {
        let N = key.publicKey.N.value.duplicate()
        let p1 = key.p - Integer(1), q1 = key.q - Integer(1)
        guard let nthP = N.inverse(modulo: p1), let nthQ = N.inverse(modulo: q1) else {
            throw CryptoError("PAILLIER_KEY", "gcd(N, φ(N)) is not 1")
        }
        let p = try Modulus(key.p), q = try Modulus(key.q)
        self.p = p
        self.q = q
        self.nthP = nthP
        self.nthQ = nthQ
        self.fourthP = Self.fourthExponent(key.p, p1)
        self.fourthQ = Self.fourthExponent(key.q, q1)
    }

    private static func fourthExponent(_ prime: borrowing Integer, _ order: borrowing Integer) -> Integer {
        let root = (prime + Integer(1)).shiftedRight(2)
        return (root * root).modulo(order)
    }

    /// The one pair with (−1)^a w^b y a square modulo both primes: −1 is a non-residue modulo both, w modulo one.
    func bits(
        _ y: borrowing Integer, w: borrowing Integer, _ key: borrowing PaillierSecretKey
    ) throws(CryptoError) -> (UInt8, UInt8) {
        let yp = y.jacobi(key.p), yq = y.jacobi(key.q)
        let wp = w.jacobi(key.p), wq = w.jacobi(key.q)
        for a in [UInt8(0), 1] {
            for b in [UInt8(0), 1] {
                let minus = a == 1 ? -1 : 1
                let atP = minus * (b == 1 ? wp : 1) * yp
                let atQ = minus * (b == 1 ? wq : 1) * yq
                if atP == 1 && atQ == 1 { return (a, b) }
            }
        }
        throw CryptoError("PAILLIER_KEY", "no square among the four twists")
    }

    func fourthRoot(_ v: borrowing Integer, _ key: borrowing PaillierSecretKey) -> Integer {
        key.recombine(
            p.powerSecret(v.modulo(key.p), fourthP), q.powerSecret(v.modulo(key.q), fourthQ))
    }

    func nthRoot(_ y: borrowing Integer, _ key: borrowing PaillierSecretKey) -> Integer {
        key.recombine(p.powerSecret(y.modulo(key.p), nthP), q.powerSecret(y.modulo(key.q), nthQ))
    }
}
