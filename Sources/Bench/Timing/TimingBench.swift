import Crypto
import Glibc

/// Whether the time of an operation depends on its secret: a fixed secret against random ones.
public enum TimingBench {
    /// |t| from which a difference counts as one.
    public static let limit = 4.5

    public struct Figure: Sendable {
        public let name: String
        public let samples: Int
        public let medianNanoseconds: Double
        /// |t| for each crop of `TimingSamples.crops`.
        public let t: [Double]

        public var largestT: Double { t.max() ?? 0 }
        public var isBelowLimit: Bool { largestT < TimingBench.limit }
    }

    /// k2^-1 and R = k2·R1 with so many samples, ckey^v with a tenth.
    public static func run(suite: Suite, samples: Int, kernel: ModularKernel = .fastest) throws(BenchError) -> [Figure]
    {
        let random = SystemRandom()
        guard let R1 = Point.generator(times: Scalar.random(from: random)) else { throw BenchError("no point") }
        var modulus = [UInt8](repeating: 0, count: suite.n)
        modulus.withUnsafeMutableBytes { random.fill($0) }
        modulus[0] |= 0x80
        modulus[suite.n - 1] |= 1
        let N = Integer(bytes: modulus)
        let key = try BenchError.checking { () throws(CryptoError) in
            try PaillierPublicKey(N: N, suite: suite, kernel: kernel)
        }
        let ckey = key.ring.element(ofPublic: Integer.random(below: key.ring.N2, from: random))
        return [
            try measure("k2^-1", samples: samples) { _ = $0.inverse() },
            try measure("R = k2·R1", samples: samples) { _ = R1.times($0) },
            try measure("ckey^v", samples: max(samples / 10, 2)) { _ = key.ring.power(ckey, secretExponent: $0) },
        ]
    }

    /// The fixed secret is sparse and of full length: what depends on weight or length shows most against random ones.
    private static let fixed: [UInt8] = [0x80] + [UInt8](repeating: 0, count: 30) + [1]

    static func measure(
        _ name: String, samples: Int, _ operation: (borrowing Scalar) -> Void
    ) throws(BenchError) -> Figure {
        let random = SystemRandom()
        var times = TimingSamples()
        var coins = [UInt8](repeating: 0, count: samples)
        coins.withUnsafeMutableBytes { random.fill($0) }
        for coin in coins {
            // Both are there before the coin decides, so that the classes differ in nothing else.
            let drawn = Scalar.random(from: random).bytes
            let isFixed = coin & 1 == 1
            let bytes = isFixed ? fixed : drawn
            let secret = try BenchError.checking { () throws(CryptoError) in try Scalar(bytes: bytes) }
            let start = now()
            operation(secret)
            times.add(now() - start, isFixed: isFixed)
        }
        return Figure(
            name: name, samples: times.count, medianNanoseconds: times.median,
            t: TimingSamples.crops.map { abs(times.t(keeping: $0)) })
    }

    private static func now() -> Double {
        var instant = timespec()
        clock_gettime(CLOCK_MONOTONIC_RAW, &instant)
        return Double(instant.tv_sec) * 1e9 + Double(instant.tv_nsec)
    }

    /// A table for a person.
    public static func text(_ figures: [Figure]) -> String {
        let crops = TimingSamples.crops.map { Decimals.padded("\(Int($0 * 100)) %", 8) }.joined()
        var lines = [
            "|t| of a fixed secret against random ones, of the fastest …", "  " + Decimals.padded("", 38) + crops,
        ]
        for figure in figures {
            let median = Decimals.fixed(figure.medianNanoseconds / 1_000, digits: 2) + " µs"
            lines.append(
                "  " + Decimals.padded(figure.name, 12) + Decimals.padded("\(figure.samples)", 12)
                    + Decimals.padded(median, 14)
                    + figure.t.map { Decimals.padded(Decimals.fixed($0, digits: 2), 8) }.joined()
                    + (figure.isBelowLimit ? "below 4.5" : "ABOVE 4.5"))
        }
        return lines.joined(separator: "\n")
    }
}
