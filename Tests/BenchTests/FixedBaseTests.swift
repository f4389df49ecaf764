import TestSupport
import Testing

@testable import Crypto

/// Products by digit against plain powers.
@Suite struct FixedBaseTests {
    private static let random = SystemRandom()

    @Test(arguments: [0, 1, 5, 6, 7, 63, 64, 65, 127, 128, 500, 513])
    func productsEqualPowers(bits: Int) throws {
        let value = Integer.random(bits: 512, from: Self.random) * Integer(2) + Integer(1)
        let modulus = try Modulus(value)
        let a = Integer.random(below: value, from: Self.random), b = Integer.random(below: value, from: Self.random)
        let first = FixedBase(a, modulus: modulus, bits: 514), second = FixedBase(b, modulus: modulus, bits: 514)
        for _ in 0..<8 {
            let x = Integer.random(bits: bits, from: Self.random), y = Integer.random(bits: 513, from: Self.random)
            let isReached = first.reaches(x) && second.reaches(y)
            #expect(isReached)
            expectEqual(first.product(x, second, y), modulus.power2(a, x, b, y))
            expectEqual(first.product(x, second, Integer(0)), modulus.power(a, x))
        }
        let isBeyond = !first.reaches(Integer.powerOfTwo(600))
        #expect(isBeyond)
    }

    /// Every digit and every place: all ones, single bits across limb borders.
    @Test func everyPlaceCounts() throws {
        let modulus = try Modulus(Integer.powerOfTwo(300) + Integer(7))
        let base = FixedBase(Integer(3), modulus: modulus, bits: 300)
        for bit in 0..<300 {
            let single = Integer.powerOfTwo(bit)
            expectEqual(base.product(single, base, Integer(0)), modulus.power(Integer(3), single))
            let ones = single - Integer(1)
            expectEqual(base.product(ones, base, Integer(1)), modulus.power(Integer(3), single))
        }
    }

    /// Both signs of both exponents, and one beyond what the powers were made for.
    @Test func commitmentsOpenWithEitherSign() throws {
        let parameters = try SharedParameters.published
        let Nt = parameters.modulus
        for (xSign, rSign) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let x = Integer.random(bits: 1_281, from: Self.random) * Integer(xSign)
            for bits in [4_600, 4_800] {
                let r = Integer.random(bits: bits, from: Self.random) * Integer(rSign)
                let ofS = Nt.power(xSign < 0 ? parameters.sInverse.duplicate() : parameters.s.duplicate(), x.magnitude)
                let ofT = Nt.power(rSign < 0 ? parameters.tInverse.duplicate() : parameters.t.duplicate(), r.magnitude)
                expectEqual(parameters.openCommitment(x, r), Nt.multiply(ofS, ofT))
            }
        }
    }
}

/// The macro takes copyable values only.
private func expectEqual(
    _ a: borrowing Integer, _ b: borrowing Integer, at place: SourceLocation = #_sourceLocation
) {
    let isEqual = a == b
    #expect(isEqual, sourceLocation: place)
}
