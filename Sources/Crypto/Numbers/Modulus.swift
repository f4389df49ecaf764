import CGMP
import COpenSSL
import Synchronization

/// An odd modulus with its Montgomery context: every exponentiation of the protocol but those modulo N² (`NadicRing`).
///
/// Secret exponents use `BN_mod_exp_mont_consttime` (fixed window, table read by masks); public ones the faster sliding
/// window, whose order of work they alone decide.
public final class Modulus: @unchecked Sendable {
    // Sound: `bignum` is written in `init` only and the context once, under the lock; OpenSSL reads both through const
    // pointers afterwards.
    private let bignum: OpaquePointer
    private let context = Mutex<OpaquePointer?>(nil)
    public let value: Integer
    private let limbs: Int

    /// - Parameter value: odd and > 1.
    /// - Throws: `MODULUS_EVEN` otherwise, `OUT_OF_MEMORY` when OpenSSL cannot allocate.
    public init(_ value: borrowing Integer) throws(CryptoError) {
        guard value.isOdd, value.bitLength > 1, value.sign > 0 else {
            throw CryptoError("MODULUS_EVEN", "a Montgomery modulus is odd and > 1")
        }
        self.value = value.duplicate()
        self.limbs = (value.bitLength + 63) / 64
        guard let bn = Self.bignum(of: value) else { throw CryptoError("OUT_OF_MEMORY") }
        bignum = bn
    }

    deinit {
        context.withLock { BN_MONT_CTX_free($0) }
        BN_clear_free(bignum)
    }

    /// Made at the first use: many a modulus is only ever compared with.
    var montgomery: OpaquePointer {
        context.withLock { made in
            if let made { return made }
            guard let fresh = BN_MONT_CTX_new(), let scratch = BN_CTX_new() else {
                preconditionFailure("out of memory")
            }
            defer { BN_CTX_free(scratch) }
            precondition(BN_MONT_CTX_set(fresh, bignum, scratch) == 1, "out of memory")
            made = fresh
            return fresh
        }
    }

    /// base^exponent for a secret exponent, in time that depends on the sizes only.
    /// - Parameters:
    ///   - base: in [0, value)
    ///   - exponent: ≥ 0
    public func powerSecret(_ base: borrowing Integer, _ exponent: borrowing Integer) -> Integer {
        compute { result, scratch in
            guard let b = Self.bignum(of: base), let e = Self.bignum(of: exponent) else { return 0 }
            defer {
                BN_clear_free(b)
                BN_clear_free(e)
            }
            BN_set_flags(e, BN_FLG_CONSTTIME)
            return BN_mod_exp_mont_consttime(result, b, e, bignum, scratch, montgomery)
        }
    }

    /// base^exponent in variable time, for public values.
    /// - Parameters:
    ///   - base: in [0, value)
    ///   - exponent: ≥ 0
    public func power(_ base: borrowing Integer, _ exponent: borrowing Integer) -> Integer {
        compute { result, scratch in
            guard let b = Self.bignum(of: base), let e = Self.bignum(of: exponent) else { return 0 }
            defer {
                BN_free(b)
                BN_free(e)
            }
            return BN_mod_exp_mont(result, b, e, bignum, scratch, montgomery)
        }
    }

    /// a^x · b^y in variable time, sharing the squarings.
    /// - Parameters:
    ///   - a: in [0, value)
    ///   - x: ≥ 0
    ///   - b: in [0, value)
    ///   - y: ≥ 0
    public func power2(
        _ a: borrowing Integer, _ x: borrowing Integer, _ b: borrowing Integer, _ y: borrowing Integer
    ) -> Integer {
        compute { result, scratch in
            guard let a = Self.bignum(of: a), let x = Self.bignum(of: x), let b = Self.bignum(of: b),
                let y = Self.bignum(of: y)
            else { return 0 }
            defer {
                BN_free(a)
                BN_free(x)
                BN_free(b)
                BN_free(y)
            }
            return BN_mod_exp2_mont(result, a, x, b, y, bignum, scratch, montgomery)
        }
    }

    /// a · b modulo `value` by two Montgomery products, in time that depends on the sizes only.
    /// - Parameters:
    ///   - a: in [0, value)
    ///   - b: in [0, value)
    public func multiplySecret(_ a: borrowing Integer, _ b: borrowing Integer) -> Integer {
        compute { result, scratch in
            guard let a = Self.bignum(of: a), let b = Self.bignum(of: b) else { return 0 }
            defer {
                BN_clear_free(a)
                BN_clear_free(b)
            }
            guard BN_to_montgomery(result, a, montgomery, scratch) == 1 else { return 0 }
            return BN_mod_mul_montgomery(result, result, b, montgomery, scratch)
        }
    }

    /// a · b modulo `value`, variable time, for public values.
    public func multiply(_ a: borrowing Integer, _ b: borrowing Integer) -> Integer {
        (a * b).modulo(value)
    }

    /// Runs one OpenSSL call and takes its result over. Every input is in range, so only exhausted memory can make it
    /// fail; there is no answer to give then.
    func compute(_ body: (OpaquePointer, OpaquePointer) -> Int32) -> Integer {
        guard let result = BN_new(), let scratch = BN_CTX_new() else { preconditionFailure("out of memory") }
        defer {
            BN_clear_free(result)
            BN_CTX_free(scratch)
        }
        guard body(result, scratch) == 1 else { preconditionFailure("modular arithmetic failed") }
        let out = Integer()
        guard let target = __gmpz_limbs_write(out.mpz, limbs) else { preconditionFailure("out of memory") }
        BN_bn2lebinpad(result, target, Int32(limbs * 8))
        __gmpz_limbs_finish(out.mpz, limbs)
        return out
    }

    static func bignum(of value: borrowing Integer) -> OpaquePointer? {
        // Both libraries keep little-endian limbs on the platforms that are supported (x86-64, arm64).
        BN_lebin2bn(__gmpz_limbs_read(value.mpz), Int32(__gmpz_size(value.mpz) * 8), nil)
    }
}
