import Crypto
import Testing

@testable import Bench

/// The counts find randomness that is none.
@Suite struct RandomnessTests {
    private static func count(_ symbols: (Int) -> (p: Int, q: Int)) -> SymbolCount {
        var count = SymbolCount()
        for index in 0..<400 {
            let (p, q) = symbols(index)
            count.add(p: p, q: q)
        }
        return count
    }

    @Test func aFairCoinIsFair() {
        let count = Self.count { ($0 % 2 == 0 ? 1 : -1, $0 % 4 < 2 ? 1 : -1) }
        #expect(count.moduloP == 200 && count.moduloQ == 200 && count.equal == 200)
        #expect(count.allowed == 30)
        #expect(count.isFair)
    }

    /// Squares, what is a square modulo one factor only, and what has the same symbol modulo both.
    @Test func aSubgroupIsNot() {
        #expect(!Self.count { _ in (1, 1) }.isFair)
        #expect(!Self.count { ($0 % 2 == 0 ? 1 : -1, 1) }.isFair)
        #expect(!Self.count { ($0 % 2 == 0 ? 1 : -1, $0 % 2 == 0 ? 1 : -1) }.isFair)
        #expect(!SymbolCount().isFair)
    }

    @Test func theLimitIsThreeStandardDeviations() {
        #expect(Self.count { ($0 < 230 ? 1 : -1, $0 % 2 == 0 ? 1 : -1) }.isFair)
        #expect(!Self.count { ($0 < 231 ? 1 : -1, $0 % 2 == 0 ? 1 : -1) }.isFair)
    }

    @Test func aRunCountsWhatTheServerAnswers() throws {
        let figures = try RandomnessBench.run(suite: .suite1, samples: 200)
        #expect(figures.commits == 200 && figures.distinct == 200)
        #expect(figures.symbols.map(\.mode) == [.ahead, .joint])
        #expect(figures.symbols.allSatisfy { $0.count.total == 2 })
        #expect(figures.text.contains("R2 for one S1: 200, different ones: 200"))
    }
}
