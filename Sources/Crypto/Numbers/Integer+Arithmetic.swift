import CGMP

extension Integer {
    public static func + (a: borrowing Integer, b: borrowing Integer) -> Integer {
        let r = Integer()
        __gmpz_add(r.mpz, a.mpz, b.mpz)
        return r
    }

    public static func - (a: borrowing Integer, b: borrowing Integer) -> Integer {
        let r = Integer()
        __gmpz_sub(r.mpz, a.mpz, b.mpz)
        return r
    }

    public static func * (a: borrowing Integer, b: borrowing Integer) -> Integer {
        let r = Integer()
        __gmpz_mul(r.mpz, a.mpz, b.mpz)
        return r
    }

    public static prefix func - (a: borrowing Integer) -> Integer {
        let r = Integer()
        __gmpz_neg(r.mpz, a.mpz)
        return r
    }

    public static func == (a: borrowing Integer, b: borrowing Integer) -> Bool { __gmpz_cmp(a.mpz, b.mpz) == 0 }
    public static func != (a: borrowing Integer, b: borrowing Integer) -> Bool { !(a == b) }
    public static func < (a: borrowing Integer, b: borrowing Integer) -> Bool { __gmpz_cmp(a.mpz, b.mpz) < 0 }
    public static func > (a: borrowing Integer, b: borrowing Integer) -> Bool { b < a }
    public static func <= (a: borrowing Integer, b: borrowing Integer) -> Bool { !(b < a) }
    public static func >= (a: borrowing Integer, b: borrowing Integer) -> Bool { !(a < b) }

    /// |self|.
    var magnitude: Integer {
        let r = Integer()
        __gmpz_abs(r.mpz, mpz)
        return r
    }

    /// The residue in [0, m). Variable time.
    /// - Parameter m: > 0.
    public func modulo(_ m: borrowing Integer) -> Integer {
        let r = Integer()
        __gmpz_mod(r.mpz, mpz, m.mpz)
        return r
    }

    /// The exact quotient self / d.
    /// - Parameter d: a divisor of self, not 0.
    public func dividedExactly(by d: borrowing Integer) -> Integer {
        let r = Integer()
        __gmpz_divexact(r.mpz, mpz, d.mpz)
        return r
    }

    /// ⌊self / 2^bits⌋ for self ≥ 0.
    public func shiftedRight(_ bits: Int) -> Integer {
        let r = Integer()
        __gmpz_fdiv_q_2exp(r.mpz, mpz, UInt(bits))
        return r
    }

    public func gcd(_ other: borrowing Integer) -> Integer {
        let r = Integer()
        __gmpz_gcd(r.mpz, mpz, other.mpz)
        return r
    }

    public func isCoprime(to other: borrowing Integer) -> Bool {
        // Compared as a value: the pointer of a temporary would outlive it.
        gcd(other) == Integer(1)
    }

    /// The inverse modulo m in [0, m), or nil when there is none. Variable time: public values, or the phone's own
    /// factors at key generation.
    public func inverse(modulo m: borrowing Integer) -> Integer? {
        let r = Integer()
        guard __gmpz_invert(r.mpz, mpz, m.mpz) != 0 else { return nil }
        return r
    }

    /// The Jacobi symbol (self | n) for odd n > 0.
    public func jacobi(_ n: borrowing Integer) -> Int { Int(__gmpz_jacobi(mpz, n.mpz)) }

    /// True when self = a^b with b > 1.
    var isPerfectPower: Bool { __gmpz_perfect_power_p(mpz) != 0 }

    /// The product of all primes ≤ n.
    static func primorial(_ n: UInt) -> Integer {
        let r = Integer()
        __gmpz_primorial_ui(r.mpz, n)
        return r
    }

    /// True when self is probably prime (Baillie-PSW and 40 − 24 further Miller-Rabin rounds, as GMP counts them). GMP
    /// looks at the magnitude only; the negative of a prime is none here.
    var isProbablePrime: Bool { sign > 0 && __gmpz_probab_prime_p(mpz, 40) != 0 }

    /// The residue of self ≥ 0 modulo `m`, in time that depends on the sizes only (GMP `mpn_sec_div_r`).
    /// - Parameters:
    ///   - m: odd, > 0
    ///   - bits: a public bound: self < 2^bits, bits ≥ the size of m
    func secretModulo(_ m: borrowing Integer, bits: Int) -> Integer {
        let divisorLimbs = Int(__gmpz_size(m.mpz))
        let limbs = max((bits + 63) / 64, divisorLimbs)
        let r = Integer()
        guard let target = __gmpz_limbs_write(r.mpz, limbs) else { return r }
        target.update(repeating: 0, count: limbs)
        let used = Int(__gmpz_size(mpz))
        precondition(used <= limbs, "value above its public bound")
        if used > 0, let source = __gmpz_limbs_read(mpz) { target.update(from: source, count: used) }
        let scratchLimbs = Int(__gmpn_sec_div_r_itch(limbs, divisorLimbs))
        let scratch = UnsafeMutablePointer<UInt>.allocate(capacity: scratchLimbs)
        __gmpn_sec_div_r(target, limbs, __gmpz_limbs_read(m.mpz), divisorLimbs, scratch)
        cleanse(scratch, limbs: scratchLimbs)
        scratch.deallocate()
        __gmpz_limbs_finish(r.mpz, divisorLimbs)
        return r
    }
}
