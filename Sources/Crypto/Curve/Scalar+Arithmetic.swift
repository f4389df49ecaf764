import CGMP

extension Scalar {
    public static func + (a: borrowing Scalar, b: borrowing Scalar) -> Scalar {
        let sum = UnsafeMutablePointer<UInt>.allocate(capacity: limbCount + 1)
        sum[limbCount] = __gmpn_add_n(sum, a.limbs, b.limbs, limbCount)
        let out = Scalar()
        CurveOrder.reduce(sum, count: limbCount + 1, into: out.limbs)
        cleanse(sum, limbs: limbCount + 1)
        sum.deallocate()
        return out
    }

    public static func - (a: borrowing Scalar, b: borrowing Scalar) -> Scalar { a + b.negated() }

    public static func * (a: borrowing Scalar, b: borrowing Scalar) -> Scalar {
        let product = UnsafeMutablePointer<UInt>.allocate(capacity: 2 * limbCount)
        let scratchCount = max(1, Int(__gmpn_sec_mul_itch(limbCount, limbCount)))
        let scratch = UnsafeMutablePointer<UInt>.allocate(capacity: scratchCount)
        __gmpn_sec_mul(product, a.limbs, limbCount, b.limbs, limbCount, scratch)
        let out = Scalar()
        CurveOrder.reduce(product, count: 2 * limbCount, into: out.limbs)
        cleanse(product, limbs: 2 * limbCount)
        cleanse(scratch, limbs: scratchCount)
        product.deallocate()
        scratch.deallocate()
        return out
    }

    /// q − self, and 0 for 0.
    public func negated() -> Scalar {
        let difference = UnsafeMutablePointer<UInt>.allocate(capacity: Self.limbCount)
        CurveOrder.withLimbs { _ = __gmpn_sub_n(difference, $0, limbs, Self.limbCount) }
        let out = Scalar()
        CurveOrder.reduce(difference, count: Self.limbCount, into: out.limbs)
        cleanse(difference, limbs: Self.limbCount)
        difference.deallocate()
        return out
    }

    /// self^(q−2): the inverse of a unit by Fermat, because `BN_mod_inverse` and `mpz_invert` take time that depends on
    /// the value (CVE-2024-13176 is of that kind). 0 gives 0.
    public func inverse() -> Scalar {
        let out = Scalar()
        let scratchCount = Int(__gmpn_sec_powm_itch(Self.limbCount, 256, CurveOrder.limbCount))
        let scratch = UnsafeMutablePointer<UInt>.allocate(capacity: scratchCount)
        CurveOrder.withLimbs { order in
            CurveOrder.withLimbsMinusTwo { exponent in
                __gmpn_sec_powm(
                    out.limbs, limbs, Self.limbCount, exponent, 256, order, CurveOrder.limbCount, scratch)
            }
        }
        cleanse(scratch, limbs: scratchCount)
        scratch.deallocate()
        return out
    }

    /// Whether self ≤ (q−1)/2, for a public scalar.
    public var isLow: Bool {
        let mine = bytes
        return !CurveOrder.halfBytes.lexicographicallyPrecedes(mine)
    }

    /// Equality in constant time.
    public static func == (a: borrowing Scalar, b: borrowing Scalar) -> Bool {
        var difference: UInt = 0
        for index in 0..<limbCount { difference |= a.limbs[index] ^ b.limbs[index] }
        return difference == 0
    }
}
