import CGMP
import COpenSSL

/// The powers b^(64^i) of one public base, made once, so that a long power of it needs products only and no squarings
/// (Brickell, Gordon, McCurley, Wilson, Eurocrypt 1992). Variable time: for verifiers, never for a secret exponent.
///
/// A row of digit multiples would save 126 products a power and cost sixty times the memory.
final class FixedBase: @unchecked Sendable {
    // Sound: the numbers are written in `init` only; OpenSSL reads them through const pointers afterwards.

    /// Bits of a digit.
    static let window = 6

    /// b^(64^i) in Montgomery form.
    fileprivate let powers: [OpaquePointer]
    private let modulus: Modulus

    /// - Parameters:
    ///   - base: in [0, modulus)
    ///   - bits: the longest exponent
    init(_ base: borrowing Integer, modulus: Modulus, bits: Int) {
        guard let scratch = BN_CTX_new() else { preconditionFailure("out of memory") }
        defer { BN_CTX_free(scratch) }
        var powers: [OpaquePointer] = []
        for index in 0..<(bits + Self.window - 1) / Self.window {
            guard let power = index == 0 ? Modulus.bignum(of: base) : BN_dup(powers[index - 1]) else {
                preconditionFailure("out of memory")
            }
            if index == 0 {
                precondition(BN_to_montgomery(power, power, modulus.montgomery, scratch) == 1, "out of memory")
            } else {
                for _ in 0..<Self.window { modulus.multiply(power, by: power, scratch) }
            }
            powers.append(power)
        }
        self.powers = powers
        self.modulus = modulus
    }

    deinit { for power in powers { BN_free(power) } }

    /// Whether the exponent, ≥ 0, is within the length that the powers were made for.
    func reaches(_ exponent: borrowing Integer) -> Bool { exponent.bitLength <= powers.count * Self.window }

    /// self^x · other^y.
    /// - Parameters:
    ///   - x: ≥ 0 and reached
    ///   - other: of the same modulus
    ///   - y: ≥ 0 and reached by `other`
    func product(_ x: borrowing Integer, _ other: FixedBase, _ y: borrowing Integer) -> Integer {
        modulus.compute { result, scratch in
            let buckets = DigitBuckets(modulus, scratch)
            buckets.add(self, x)
            buckets.add(other, y)
            return buckets.collect(into: result)
        }
    }
}

/// One product for each value of a digit: Π over all places with that digit. The power is Π bucket_d^d, which the
/// running products from the top give without another exponentiation.
private final class DigitBuckets {
    private let modulus: Modulus
    private let scratch: OpaquePointer
    private let values: [OpaquePointer]
    private var isFilled: [Bool]

    init(_ modulus: Modulus, _ scratch: OpaquePointer) {
        self.modulus = modulus
        self.scratch = scratch
        values = (0..<1 << FixedBase.window).map { _ in
            guard let value = BN_new() else { preconditionFailure("out of memory") }
            return value
        }
        isFilled = [Bool](repeating: false, count: values.count)
    }

    deinit { for value in values { BN_free(value) } }

    func add(_ base: FixedBase, _ exponent: borrowing Integer) {
        let count = Int(__gmpz_size(exponent.mpz))
        guard count > 0, let limbs = __gmpz_limbs_read(exponent.mpz) else { return }
        let digits = (count * UInt.bitWidth + FixedBase.window - 1) / FixedBase.window
        for place in 0..<digits {
            let digit = Self.digit(place, of: limbs, count: count)
            if digit != 0 { multiply(digit, by: base.powers[place]) }
        }
    }

    private static func digit(_ place: Int, of limbs: UnsafePointer<UInt>, count: Int) -> Int {
        let bit = place * FixedBase.window
        let index = bit / UInt.bitWidth, shift = bit % UInt.bitWidth
        var word = limbs[index] >> UInt(shift)
        if shift > UInt.bitWidth - FixedBase.window, index + 1 < count {
            word |= limbs[index + 1] << UInt(UInt.bitWidth - shift)
        }
        return Int(word & (1 << UInt(FixedBase.window) - 1))
    }

    private func multiply(_ digit: Int, by factor: OpaquePointer) {
        if isFilled[digit] {
            modulus.multiply(values[digit], by: factor, scratch)
        } else {
            precondition(BN_copy(values[digit], factor) != nil, "out of memory")
            isFilled[digit] = true
        }
    }

    /// The power, out of Montgomery form. The buckets are used up.
    func collect(into result: OpaquePointer) -> Int32 {
        guard let top = isFilled.lastIndex(of: true) else { return BN_set_word(result, 1) }
        let running = values[top]
        guard BN_copy(result, running) != nil else { return 0 }
        for digit in stride(from: top - 1, through: 1, by: -1) {
            if isFilled[digit] { modulus.multiply(running, by: values[digit], scratch) }
            modulus.multiply(result, by: running, scratch)
        }
        return BN_from_montgomery(result, result, modulus.montgomery, scratch)
    }
}

extension Modulus {
    /// One Montgomery product in place.
    fileprivate func multiply(_ a: OpaquePointer, by b: OpaquePointer, _ scratch: OpaquePointer) {
        precondition(BN_mod_mul_montgomery(a, a, b, montgomery, scratch) == 1, "out of memory")
    }
}
