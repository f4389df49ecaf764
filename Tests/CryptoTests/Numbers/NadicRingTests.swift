import Testing
import Vectors

@testable import Crypto

/// Every kernel against the plain way: GMP's product and division, OpenSSL's powers modulo N².
@Suite struct NadicRingTests {
    /// N as it may look: random, and at both ends of its length.
    enum Shape: String, CaseIterable {
        case random, smallest, largest
    }

    struct Case: CustomTestStringConvertible {
        let kernel: ModularKernel
        let bits: Int
        let shape: Shape

        var testDescription: String { "\(kernel.rawValue), \(bits) bits, \(shape.rawValue)" }

        var N: Integer {
            let top = Integer.powerOfTwo(bits - 1)
            switch shape {
            case .random:
                let random = VectorRandom(seed: "ring").stream("\(bits)")
                return top + Integer.random(bits: bits - 2, from: random) * Integer(2) + Integer(1)
            case .smallest: return top + Integer(1)
            case .largest: return top + top - Integer(1)
            }
        }

        func ring() throws(CryptoError) -> NadicRing { try NadicRing(N, kernel: kernel) }
    }

    static let cases = ModularKernel.allCases.filter(\.isAvailable).flatMap { kernel in
        [2_048, 3_072].flatMap { bits in Shape.allCases.map { Case(kernel: kernel, bits: bits, shape: $0) } }
    }

    /// 0, 1, N−1, N, N+1, N²−1, N²−N, all limbs ones in each half and in both, 3 and ⌊N/3⌋: 3 divides 2^2048 − 1, so
    /// that the product of two units of Z is 0 modulo N there, and a kernel may hold N in the place of 0.
    private static func edge(_ index: Int, _ ring: borrowing NadicRing, bits: Int) -> Integer {
        let one = Integer(1), ones = Integer.powerOfTwo(bits - 1) - one
        switch index {
        case 0: return Integer(0)
        case 1: return one
        case 2: return ring.N - one
        case 3: return ring.N.duplicate()
        case 4: return ring.N + one
        case 5: return ring.N2 - one
        case 6: return ring.N2 - ring.N
        case 7: return ones
        case 8: return ones * ring.N
        case 9: return ones * ring.N + ones
        case 10: return Integer(3)
        default: return (ring.N - ring.N.modulo(Integer(3))).dividedExactly(by: Integer(3))
        }
    }

    private static let edges = 12

    private static func checkProduct(
        _ x: borrowing Integer, _ y: borrowing Integer, _ ring: borrowing NadicRing
    ) -> Bool {
        let left = ring.element(ofPublic: x), right = ring.element(ofPublic: y)
        let product = ring.integer(ring.multiply(left, right)) == ring.multiply(x, y)
        let square = ring.integer(ring.square(left)) == ring.multiply(x, x)
        return product && square
    }

    @Test(arguments: cases) func productsAndSquaresOfEdges(_ item: Case) throws {
        let ring = try item.ring()
        for first in 0..<Self.edges {
            for second in 0..<Self.edges {
                let x = Self.edge(first, ring, bits: item.bits), y = Self.edge(second, ring, bits: item.bits)
                let isEqual = Self.checkProduct(x, y, ring)
                #expect(isEqual, "edges \(first) and \(second)")
            }
        }
    }

    @Test(arguments: cases) func productsAndSquaresOfRandomValues(_ item: Case) throws {
        let ring = try item.ring()
        let random = SystemRandom()
        for _ in 0..<1_000 {
            let x = Integer.random(below: ring.N2, from: random), y = Integer.random(below: ring.N2, from: random)
            let isEqual = Self.checkProduct(x, y, ring)
            #expect(isEqual)
        }
    }

    /// Long chains stay in the range that the kernels need: x^(2^200) one square after the other.
    @Test(arguments: cases) func chainsOfSquaresStayInRange(_ item: Case) throws {
        let ring = try item.ring()
        var element = ring.element(ofPublic: ring.N2 - Integer(1_234_567))
        var expected = ring.integer(element)
        for _ in 0..<200 {
            element = ring.square(element)
            expected = ring.multiply(expected, expected)
        }
        let isEqual = ring.integer(element) == expected
        #expect(isEqual)
    }

    /// Both powers alone and together, with OpenSSL's for comparison.
    @Test(arguments: cases) func powersEqualThoseOfOpenSSL(_ item: Case) throws {
        let ring = try item.ring()
        let plain = try Modulus(ring.N2), plainN = try Modulus(ring.N)
        let random = SystemRandom(), last = CurveOrder.integer - Integer(1)
        for round in 0..<(item.shape == .random ? 20 : 4) {
            let r = Integer.random(below: ring.N, from: random), c = Integer.random(below: ring.N2, from: random)
            let v = Scalar.random(from: random)
            let exponent: Integer
            switch round {
            case 0: exponent = Integer(0)
            case 1: exponent = Integer(1)
            case 2: exponent = Integer.powerOfTwo(256) - Integer(1)
            case 3: exponent = last.duplicate()
            default: exponent = v.integer
            }
            let base = ring.element(r, Integer(0)), ckey = ring.element(ofPublic: c)
            let noise = plain.power(r, ring.N), share = plain.power(c, v.integer)
            let isNoise = ring.integer(ring.power(base, publicExponent: ring.N)) == noise
            let isShare = ring.integer(ring.power(ckey, secretExponent: v)) == share
            let isJoint = ring.integer(ring.noise(base, times: ckey, secretExponent: v)) == plain.multiply(noise, share)
            let isSecret = ring.powerSecret(c, exponent) == plain.power(c, exponent)
            let isPublic = ring.power(c, exponent) == plain.power(c, exponent)
            let isRoot = ring.powerModuloN(r, ring.N) == plainN.power(r, ring.N)
            #expect(isNoise && isShare && isJoint && isSecret && isPublic && isRoot, "round \(round)")
        }
    }

    @Test(arguments: cases) func powersOfEdges(_ item: Case) throws {
        let ring = try item.ring()
        let plain = try Modulus(ring.N2)
        let scalars: [[UInt8]] = [
            [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 31) + [1],
            Array(CurveOrder.bytes.dropLast()) + [0x50],
        ]
        for index in 0..<Self.edges {
            let x = Self.edge(index, ring, bits: item.bits)
            for scalar in scalars {
                let v = try Scalar(bytes: scalar)
                let power = ring.integer(ring.power(ring.element(ofPublic: x), secretExponent: v))
                let isEqual = power == plain.power(x, v.integer)
                #expect(isEqual, "edge \(index)")
            }
            // Exponents of every short length, for the windows of a public one.
            for bits in [1, 3, 4, 5, 63, 64, 65, 130, 201, 701] {
                let e = Integer.random(bits: bits, from: SystemRandom())
                let isEqual = ring.power(x, e) == plain.power(x, e)
                #expect(isEqual, "edge \(index), \(bits) bits")
            }
        }
    }

    @Test func otherModuliAreRefused() throws {
        for bits in [2_047, 2_049, 1_024, 3_071, 4_096] {
            #expect(throws: CryptoError("N_SIZE")) {
                _ = try NadicRing(Integer.powerOfTwo(bits - 1) + Integer(1))
            }
        }
        #expect(throws: CryptoError("N_SIZE")) { _ = try NadicRing(-Integer.powerOfTwo(2_047) - Integer(1)) }
        #expect(throws: CryptoError("MODULUS_EVEN")) { _ = try NadicRing(Integer.powerOfTwo(2_047)) }
    }

    @Test func thePortableKernelIsEverywhere() {
        #expect(ModularKernel.portable.isAvailable)
        #expect(ModularKernel.fastest.isAvailable)
    }
}
