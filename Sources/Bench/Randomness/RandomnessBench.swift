import Crypto

/// Whether the server's nonces and the randomness of c3 are what the proofs of security take them for: no R2 twice, and
/// rr uniform.
public enum RandomnessBench {
    public struct Figures: Sendable {
        public let commits: Int
        /// How many different R2 came; R2 and −R2 count as one.
        public let distinct: Int
        let symbols: [(mode: SigningMode, count: SymbolCount)]

        public var isGood: Bool { distinct == commits && symbols.allSatisfy(\.count.isFair) }
    }

    /// - Parameters:
    ///   - samples: so many answers to one and the same S1; a hundredth of it as answers to S3 in each mode
    ///   - check: computes c3 twice; nil: once
    public static func run(
        suite: Suite, samples: Int, kernel: ModularKernel = .fastest, check: FaultCheck? = nil
    ) throws(BenchError) -> Figures {
        let halves = try SigningHalves.make(suite: suite, kernel: kernel, check: check)
        let distinct = try distinctR2(halves, samples: samples)
        var symbols: [(mode: SigningMode, count: SymbolCount)] = []
        for mode in [SigningMode.ahead, .joint] {
            symbols.append((mode, try Self.symbols(halves, mode: mode, samples: max(samples / 100, 1))))
        }
        return Figures(commits: samples, distinct: distinct, symbols: symbols)
    }

    private static let sessionId = "9a3e1c5b-7d20-4f61-8b9c-2e4d6f8a0b1c"
    private static let digest = [UInt8](repeating: 0x5A, count: 32)

    /// The same S1 each time: what is derived from the request alone would repeat.
    private static func distinctR2(_ halves: SigningHalves, samples: Int) throws(BenchError) -> Int {
        halves.server.open(sessionId: sessionId, digest: digest)
        let s1 = try halves.phone.begin(sessionId: sessionId, digest: digest)
        var seen = Set<SIMD2<UInt64>>()
        for _ in 0..<samples {
            let s2 = try SigningJSON.s2(try halves.server.commit(s1))
            seen.insert(Self.start(ofX: s2.R2))
        }
        return seen.count
    }

    /// 128 bits of the x coordinate: two of a million equal by chance once in 2^89.
    private static func start(ofX point: [UInt8]) -> SIMD2<UInt64> {
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return SIMD2(word(point.dropFirst().prefix(8)), word(point.dropFirst(9).prefix(8)))
    }

    private static func symbols(
        _ halves: SigningHalves, mode: SigningMode, samples: Int
    ) throws(BenchError) -> SymbolCount {
        halves.server.open(sessionId: sessionId, digest: digest)
        var count = SymbolCount()
        for _ in 0..<samples {
            let s2 = try halves.server.commit(try halves.phone.begin(sessionId: sessionId, digest: digest))
            if mode == .ahead { try halves.server.prepare() }
            let s4 = try SigningJSON.s4(try halves.server.prove(try halves.phone.prove(s2)))
            count.add(s4.c3, p: halves.p, q: halves.q)
        }
        return count
    }
}

extension RandomnessBench.Figures {
    /// A table for a person.
    public var text: String {
        func row(_ name: String, _ cells: [String]) -> String {
            "  " + Decimals.padded(name, 8) + cells.map { Decimals.padded($0, 10) }.joined()
        }
        var lines = [
            "R2 for one S1: \(commits), different ones: \(distinct)", "",
            "quadratic symbols of c3: how many are +1; half of them, give or take three standard deviations",
            row("", ["c3", "modulo p", "modulo q", "equal", "half", "±"]),
        ]
        for (mode, count) in symbols {
            let counts = [count.total, count.moduloP, count.moduloQ, count.equal, count.total / 2].map { "\($0)" }
            let verdict = count.isFair ? "as a fair coin" : "NOT AS A FAIR COIN"
            lines.append(row(mode.rawValue, counts + [Decimals.fixed(count.allowed, digits: 1)]) + verdict)
        }
        return lines.joined(separator: "\n")
    }
}
