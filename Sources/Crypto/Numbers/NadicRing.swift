import CModExp

/// Z_(N²) and Z_N for one odd N of a suite's length: the powers that a signature or an enrolment costs.
///
/// Elements of Z_(N²) are a + bN: a square then takes 3.5 n² products of limbs instead of 6 n² (docs/adr/0004). Time
/// and addresses depend on sizes and public exponents only, unless a function says that its operands are public.
public struct NadicRing: ~Copyable, @unchecked Sendable {
    // Sound: C writes the ring in `init` only and reads it through const pointers afterwards.
    private let ring: OpaquePointer
    /// N
    public let N: Integer
    /// N²
    public let N2: Integer
    /// Limbs of N.
    let half: Int

    /// - Parameter kernel: one that this processor has; the values are the same with every one
    /// - Throws: `N_SIZE` for another length, `MODULUS_EVEN` for an even N, `OUT_OF_MEMORY`.
    public init(_ N: borrowing Integer, kernel: ModularKernel = .fastest) throws(CryptoError) {
        guard N.sign > 0, Suite.all.contains(where: { $0.modulusBits == N.bitLength }) else {
            throw CryptoError("N_SIZE", "N has exactly the length of a suite")
        }
        guard N.isOdd else { throw CryptoError("MODULUS_EVEN", "a Montgomery modulus is odd") }
        let half = N.bitLength / 64
        let modulus = NadicElement(N, Integer(0), half: half)
        guard let ring = tamga_ring_create(modulus.limbs, 64 * half, kernel.name) else {
            throw CryptoError("OUT_OF_MEMORY", "no ring, or no such kernel")
        }
        self.ring = ring
        self.half = half
        self.N = N.duplicate()
        self.N2 = N * N
    }

    deinit { tamga_ring_free(ring) }

    // MARK: Elements

    /// a + bN.
    /// - Parameters:
    ///   - a: in [0, N); `b` likewise
    public func element(_ a: borrowing Integer, _ b: borrowing Integer) -> NadicElement {
        precondition(a < N && b < N, "a half is below N")
        return NadicElement(a, b, half: half)
    }

    /// The element of a public integer ≥ 0: divisions in variable time.
    public func element(ofPublic value: borrowing Integer) -> NadicElement {
        let remainder = value.modulo(N)
        let quotient = (value - remainder).dividedExactly(by: N).modulo(N)
        return NadicElement(remainder, quotient, half: half)
    }

    /// The integer in [0, N²).
    func integer(_ element: borrowing NadicElement) -> Integer {
        let a = element.low, b = element.high
        return a + b * N
    }

    /// x·y.
    func multiply(_ x: borrowing NadicElement, _ y: borrowing NadicElement) -> NadicElement {
        let out = NadicElement(half: half)
        tamga_multiply(ring, out.limbs, x.limbs, y.limbs)
        return out
    }

    func square(_ x: borrowing NadicElement) -> NadicElement {
        let out = NadicElement(half: half)
        tamga_square(ring, out.limbs, x.limbs)
        return out
    }

    // MARK: Powers modulo N²

    /// base^exponent: the base may be secret, the exponent is public.
    /// - Parameter exponent: in [0, 2^3072)
    public func power(_ base: borrowing NadicElement, publicExponent exponent: borrowing Integer) -> NadicElement {
        let out = NadicElement(half: half)
        exponent.withLimbs(atLeast: 0) { limbs, count in
            var open = tamga_public_power(base: base.limbs, exponent: limbs, bits: 64 * count)
            Self.succeed(tamga_power(ring, out.limbs, &open, nil))
        }
        return out
    }

    /// base^exponent for a secret exponent.
    public func power(
        _ base: borrowing NadicElement, secretExponent exponent: borrowing Scalar
    ) -> NadicElement {
        let out = NadicElement(half: half)
        exponent.withLimbs { limbs, count in
            var secret = tamga_secret_power(base: base.limbs, exponent: limbs, bits: 64 * count)
            Self.succeed(tamga_power(ring, out.limbs, nil, &secret))
        }
        return out
    }

    /// base^N · other^exponent with one chain of squares: the base and the exponent may be secret, N is public.
    public func noise(
        _ base: borrowing NadicElement, times other: borrowing NadicElement, secretExponent exponent: borrowing Scalar
    ) -> NadicElement {
        let out = NadicElement(half: half)
        N.withLimbs(atLeast: half) { modulus, length in
            exponent.withLimbs { limbs, count in
                var open = tamga_public_power(base: base.limbs, exponent: modulus, bits: 64 * length)
                var secret = tamga_secret_power(base: other.limbs, exponent: limbs, bits: 64 * count)
                Self.succeed(tamga_power(ring, out.limbs, &open, &secret))
            }
        }
        return out
    }

    /// Lengths are fixed by the types, so a refusal is an error of this file.
    private static func succeed(_ status: Int32) {
        precondition(status == 0, "an exponent is longer than 3072 bits")
    }

    // MARK: Integers

    /// base^exponent modulo N² for a public base, in time that depends on the exponent's length only.
    /// - Parameters:
    ///   - base: ≥ 0
    ///   - exponent: in [0, 2^3072), secret
    public func powerSecret(_ base: borrowing Integer, _ exponent: borrowing Integer) -> Integer {
        let base = element(ofPublic: base)
        let out = NadicElement(half: half)
        exponent.withLimbs(atLeast: 1) { limbs, count in
            var secret = tamga_secret_power(base: base.limbs, exponent: limbs, bits: 64 * count)
            Self.succeed(tamga_power(ring, out.limbs, nil, &secret))
        }
        return integer(out)
    }

    /// base^exponent modulo N² for public values.
    /// - Parameters:
    ///   - base: ≥ 0
    ///   - exponent: in [0, 2^3072)
    public func power(_ base: borrowing Integer, _ exponent: borrowing Integer) -> Integer {
        integer(power(element(ofPublic: base), publicExponent: exponent))
    }

    /// a·b modulo N², variable time, for public values.
    public func multiply(_ a: borrowing Integer, _ b: borrowing Integer) -> Integer { (a * b).modulo(N2) }

    /// base^exponent modulo N for public values.
    /// - Parameters:
    ///   - base: ≥ 0
    ///   - exponent: in [0, 2^3072)
    func powerModuloN(_ base: borrowing Integer, _ exponent: borrowing Integer) -> Integer {
        let base = element(base.modulo(N), Integer(0)), out = NadicElement(half: half)
        exponent.withLimbs(atLeast: 0) { limbs, count in
            Self.succeed(tamga_power_half(ring, out.limbs, base.limbs, limbs, 64 * count))
        }
        return out.low
    }
}

extension Integer {
    /// Little-endian limbs of self ≥ 0 in a buffer that is zeroised afterwards.
    /// - Parameter count: limbs at least; zeros stand in for what the number does not have
    fileprivate func withLimbs(atLeast count: Int, _ body: (UnsafePointer<UInt64>, Int) -> Void) {
        let count = max(count, (bitLength + 63) / 64)
        let limbs = UnsafeMutablePointer<UInt64>.allocate(capacity: max(count, 1))
        limbs.update(repeating: 0, count: max(count, 1))
        NadicElement.copy(self, to: limbs, count: count)
        body(limbs, count)
        cleanse(UnsafeMutableRawPointer(limbs), bytes: 8 * count)
        limbs.deallocate()
    }
}

extension Scalar {
    fileprivate func withLimbs(_ body: (UnsafePointer<UInt64>, Int) -> Void) {
        limbs.withMemoryRebound(to: UInt64.self, capacity: Self.limbCount) { body($0, Self.limbCount) }
    }
}
