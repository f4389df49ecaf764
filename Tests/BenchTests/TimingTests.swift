import Testing

@testable import Bench

/// The statistics find a difference that is there, and none that is not.
@Suite struct TimingTests {
    /// Times around 1 000 with a tail, from a fixed sequence.
    private static func times(differing by: Double) -> TimingSamples {
        var samples = TimingSamples()
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        for _ in 0..<20_000 {
            let isFixed = next() < 0.5
            let noise = next() * 100 + (next() < 0.02 ? 50_000 * next() : 0)
            samples.add(1_000 + noise + (isFixed ? by : 0), isFixed: isFixed)
        }
        return samples
    }

    @Test func equalClassesStayBelowTheLimit() {
        #expect(Self.times(differing: 0).largestT < TimingBench.limit)
    }

    /// Four in a thousand, under a tail that hides it from the whole sample.
    @Test func aSmallDifferenceIsFoundUnderTheTail() {
        let samples = Self.times(differing: 4)
        #expect(abs(samples.t(keeping: 1)) < TimingBench.limit)
        #expect(samples.largestT > TimingBench.limit)
    }

    @Test func welchEqualsTheFormula() {
        var test = WelchTest()
        for value in [1.0, 2, 3, 4] { test.add(value, isFirst: true) }
        for value in [2.0, 4, 6] { test.add(value, isFirst: false) }
        // Means 2.5 and 4, variances 5/3 and 4: −1.5 / √(5/12 + 4/3).
        #expect(abs(test.t + 1.5 / (5.0 / 12 + 4.0 / 3).squareRoot()) < 1e-12)
    }

    @Test func nothingMeasuredIsNoDifference() {
        #expect(WelchTest().t == 0)
        #expect(TimingSamples().largestT == 0)
    }
}
