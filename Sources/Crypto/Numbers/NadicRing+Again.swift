import CModExp

/// The same powers along other exponents: x^E = (x^(2^16))^⌊E / 2^16⌋ · x^(E mod 2^16). The values on the way are
/// powers of another base and, but for sixteen zeros in a row in E, none of them is met on the straight way.
extension NadicRing {
    private static var shift: Int { 16 }

    /// base^exponent: the base may be secret, the exponent is public.
    /// - Parameter exponent: in [0, 2^3072)
    func powerAgain(_ base: borrowing NadicElement, publicExponent exponent: borrowing Integer) -> NadicElement {
        let unit = Integer.powerOfTwo(Self.shift)
        let lifted = power(base, publicExponent: unit)
        let high = power(lifted, publicExponent: exponent.shiftedRight(Self.shift))
        let low = power(base, publicExponent: exponent.modulo(unit))
        return multiply(low, high)
    }

    /// base^exponent for a secret exponent.
    func powerAgain(_ base: borrowing NadicElement, secretExponent exponent: borrowing Scalar) -> NadicElement {
        let lifted = power(base, publicExponent: Integer.powerOfTwo(Self.shift))
        let high = power(lifted, secretExponent: exponent.shiftedRight(Self.shift))
        let low = power(base, secretExponent: exponent.lowBits(Self.shift))
        return multiply(low, high)
    }
}

extension Scalar {
    /// ⌊self / 2^bits⌋ without a branch.
    /// - Parameter bits: 1 to 63
    fileprivate func shiftedRight(_ bits: Int) -> Scalar {
        let out = Scalar()
        for index in 0..<Self.limbCount {
            let above = index + 1 < Self.limbCount ? limbs[index + 1] : 0
            out.limbs[index] = limbs[index] >> UInt(bits) | above << UInt(64 - bits)
        }
        return out
    }

    /// self mod 2^bits.
    /// - Parameter bits: 1 to 63
    fileprivate func lowBits(_ bits: Int) -> Scalar {
        let out = Scalar()
        out.limbs[0] = limbs[0] & (1 << UInt(bits) - 1)
        return out
    }
}
