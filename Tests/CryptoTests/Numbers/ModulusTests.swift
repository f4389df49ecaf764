import Testing
import Vectors
import Wire

@testable import Crypto

/// Big integers and modular powers against Python's.
@Suite struct ModulusTests {
    private static func hex(_ value: borrowing Integer) -> String {
        (value.isNegative ? "-" : "") + (value.isZero ? "0" : Hex.encode(value.magnitudeBytes))
    }

    private static func literal(_ value: borrowing Integer) -> String {
        (value.isNegative ? "-0x" : "0x") + (value.isZero ? "0" : Hex.encode(value.magnitudeBytes))
    }

    /// Hexadecimal of a whole number of bytes, as `hex` gives it.
    private static func python(_ expressions: [String]) throws -> [String] {
        let even = "(lambda v: ('-' if v < 0 else '') + (lambda h: h if h == '0' or len(h) % 2 == 0 else '0' + h)"
        return try SecondOpinion.python(expressions.map { "\(even)('%x' % abs(v)))(\($0))" })
    }

    @Test func integersAgreeWithPython() throws {
        let random = VectorRandom(seed: "integers").stream("values")
        var expressions: [String] = [], computed: [String] = []
        for bits in [1, 63, 64, 65, 256, 521, 2048, 4097] {
            let a = Integer.random(within: Integer.powerOfTwo(bits), from: random)
            let b = Integer.random(within: Integer.powerOfTwo(bits / 2 + 3), from: random)
            let m = Integer.random(bits: bits + 5, from: random) + Integer(1)
            let (x, y, n) = (Self.literal(a), Self.literal(b), Self.literal(m))
            expressions += [
                "\(x)+\(y)", "\(x)-\(y)", "\(x)*\(y)", "-(\(x))", "\(x)%\(n)", "math.gcd(\(x),\(n))",
                "abs(\(x))>>7", "abs(\(x)).bit_length()", "int(\(x)<\(y))",
            ]
            let magnitude = a.isNegative ? -a : a.duplicate()
            computed += [
                Self.hex(a + b), Self.hex(a - b), Self.hex(a * b), Self.hex(-a), Self.hex(a.modulo(m)),
                Self.hex(a.gcd(m)), Self.hex(magnitude.shiftedRight(7)), Self.hex(Integer(a.bitLength)),
                Self.hex(Integer(a < b ? 1 : 0)),
            ]
        }
        #expect(try Self.python(expressions) == computed)
    }

    @Test(arguments: [65, 256, 1024, 2048, 4096])
    func powersAgreeWithPython(bits: Int) throws {
        let random = VectorRandom(seed: "powers").stream("\(bits)")
        let m = Integer.random(bits: bits - 2, from: random) * Integer(2) + Integer(1) + Integer.powerOfTwo(bits - 1)
        let modulus = try Modulus(m)
        let a = Integer.random(below: m, from: random), b = Integer.random(below: m, from: random)
        let x = Integer.random(bits: 700, from: random), y = Integer.random(bits: 300, from: random)
        let wide = Integer.random(bits: 2 * bits + 17, from: random)
        let zero = Integer(0), last = m - Integer(1)
        let n = Self.literal(m)
        let expected = try Self.python([
            "pow(\(Self.literal(a)),\(Self.literal(x)),\(n))", "pow(\(Self.literal(a)),\(Self.literal(x)),\(n))",
            "pow(\(Self.literal(a)),\(Self.literal(x)),\(n))*pow(\(Self.literal(b)),\(Self.literal(y)),\(n))%\(n)",
            "\(Self.literal(a))*\(Self.literal(b))%\(n)", "\(Self.literal(a))*\(Self.literal(b))%\(n)",
            "\(Self.literal(wide))%\(n)", "1", "1", "0", "0", "pow(-1,\(Self.literal(x)),\(n))", "1",
        ])
        #expect(
            expected == [
                Self.hex(modulus.power(a, x)), Self.hex(modulus.powerSecret(a, x)),
                Self.hex(modulus.power2(a, x, b, y)),
                Self.hex(modulus.multiply(a, b)), Self.hex(modulus.multiplySecret(a, b)),
                Self.hex(wide.secretModulo(m, bits: 2 * bits + 17)), Self.hex(modulus.power(a, zero)),
                Self.hex(modulus.powerSecret(a, zero)), Self.hex(modulus.powerSecret(zero, x)),
                Self.hex(modulus.multiplySecret(zero, b)), Self.hex(modulus.powerSecret(last, x)),
                Self.hex(modulus.power2(a, zero, b, zero)),
            ])
    }

    @Test func theSecretRemainderHandlesEveryWidth() throws {
        let q = CurveOrder.integer
        for value in [0, 1, 2, 77] {
            let offset = Integer(value)
            #expect(Self.hex((q * Integer(3) + offset).secretModulo(q, bits: 2048)) == Self.hex(offset))
        }
        #expect(Self.hex(Integer(0).secretModulo(q, bits: 256)) == "0")
    }

    @Test func coprimalityLooksAtTheNumbers() throws {
        let random = VectorRandom(seed: "integers").stream("coprime")
        let p = Prime.random(bits: 256, from: random), r = Prime.random(bits: 256, from: random)
        for _ in 0..<100 {
            let verdict = (p.isCoprime(to: r), (p * r).isCoprime(to: r))
            #expect(verdict == (true, false))
        }
    }

    @Test func anEvenModulusIsRefused() {
        for value in [0, 1, 2, 4, -3] {
            #expect(throws: CryptoError("MODULUS_EVEN")) { _ = try Modulus(Integer(value)) }
        }
    }

    @Test(arguments: [64, 256, 512])
    func primesHaveTheirForm(bits: Int) throws {
        let random = VectorRandom(seed: "primes").stream("\(bits)")
        let p = Prime.random(bits: bits, from: random)
        let hex = Self.literal(p)
        let verdict = try SecondOpinion.python([
            "\(hex).bit_length()", "\(hex)%4", "\(hex)>>\(bits - 2)",
            "all(pow(a,\(hex)-1,\(hex))==1 for a in (2,3,5,7))",
        ])
        #expect(verdict == ["\(bits)", "3", "3", "True"])
        let safe = Prime.randomSafe(bits: min(bits, 128), from: random)
        let both = safe.isProbablePrime && safe.shiftedRight(1).isProbablePrime
        #expect(both)
    }
}
