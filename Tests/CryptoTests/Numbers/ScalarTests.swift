import Testing
import Vectors
import Wire

@testable import Crypto

/// Arithmetic modulo the group order against Python's integers.
@Suite struct ScalarTests {
    private static let edges = [
        "0", "1", "2", "q-1", "q-2", "(q-1)//2", "(q+1)//2", "2**255", "2**128", "2**64-1", "2**192",
    ]

    private static func bytes(_ hex: String) throws -> [UInt8] {
        let padded = String(repeating: "0", count: 64 - hex.count) + hex
        return try #require(Hex.decode(padded))
    }

    @Test func arithmeticAgreesWithPython() throws {
        let random = VectorRandom(seed: "scalars").stream("values")
        var values = Self.edges
        for _ in 0..<20 { values.append("0x" + Hex.encode(Scalar.random(from: random).bytes)) }
        let operands = try SecondOpinion.python(values.map { "'%064x' % (\($0))" })
        var expressions: [String] = [], computed: [String] = []
        for (index, a) in operands.enumerated() {
            let b = operands[(index * 7 + 3) % operands.count]
            let x = try Scalar(bytes: Self.bytes(a)), y = try Scalar(bytes: Self.bytes(b))
            expressions += [
                "'%064x' % ((0x\(a) + 0x\(b)) % q)", "'%064x' % ((0x\(a) - 0x\(b)) % q)",
                "'%064x' % ((0x\(a) * 0x\(b)) % q)", "'%064x' % (-0x\(a) % q)", "'%064x' % pow(0x\(a), q-2, q)",
                "int(0x\(a) <= (q-1)//2)",
            ]
            computed += [
                Hex.encode((x + y).bytes), Hex.encode((x - y).bytes), Hex.encode((x * y).bytes),
                Hex.encode(x.negated().bytes), Hex.encode(x.inverse().bytes), x.isLow ? "1" : "0",
            ]
        }
        #expect(try SecondOpinion.python(expressions) == computed)
    }

    @Test func reductionAgreesWithPython() throws {
        let random = VectorRandom(seed: "scalars").stream("wide")
        var expressions: [String] = [], computed: [String] = []
        for count in [32, 40, 48, 56, 64] {
            for wide in [fresh(count, from: random), [UInt8](repeating: 0xFF, count: count)] {
                expressions.append("'%064x' % (0x\(Hex.encode(wide)) % q)")
                computed.append(Hex.encode(wide.withUnsafeBytes { Scalar(reducing: $0).bytes }))
            }
        }
        #expect(try SecondOpinion.python(expressions) == computed)
    }

    @Test func decodingIsStrict() throws {
        #expect(throws: CryptoError("SCALAR_RANGE")) { _ = try Scalar(bytes: CurveOrder.bytes).bytes }
        #expect(throws: CryptoError("SCALAR_RANGE")) { _ = try Scalar(bytes: .init(repeating: 0xFF, count: 32)).bytes }
        for count in [0, 31, 33] {
            #expect(throws: CryptoError("SCALAR_ENCODING")) {
                _ = try Scalar(bytes: .init(repeating: 0, count: count)).bytes
            }
        }
        var last = CurveOrder.bytes
        last[31] -= 1
        #expect(try Scalar(bytes: last).bytes == last)
    }

    @Test func aPointHasOneEncoding() throws {
        let random = VectorRandom(seed: "scalars").stream("points")
        let made = Point.generator(times: Scalar.random(from: random))
        let point = try #require(made)
        #expect(try Point(encoding: point.encoding) == point)
        var off = point.encoding
        off[64] ^= 1
        #expect(throws: CryptoError("POINT_INVALID")) { try Point(encoding: off) }
        for prefix: UInt8 in [0, 2, 3, 5, 6, 7] {
            #expect(throws: CryptoError("POINT_ENCODING")) {
                try Point(encoding: [prefix] + point.encoding.dropFirst())
            }
        }
        #expect(throws: CryptoError("POINT_ENCODING")) { try Point(encoding: [0]) }
        #expect(throws: CryptoError("POINT_INVALID")) { try Point(encoding: [4] + [UInt8](repeating: 0xFF, count: 64)) }
        let zero = try Scalar(bytes: [UInt8](repeating: 0, count: 32))
        let none = (Point.generator(times: zero), point.times(zero))
        #expect(none.0 == nil)
        #expect(none.1 == nil)
    }
}
