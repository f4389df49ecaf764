import Crypto
import Testing

@testable import Bench

/// The floor must be what it says: the same call of the same library, made from another language, takes as long.
@Suite(.serialized) struct FloorTests {
    /// Medians of one minute on a shared machine differ; of several pairs, one must agree.
    @Test(.enabled(if: PythonFloor.isAvailable)) func noiseTakesAsLongAsFromPython() throws {
        var ratios: [Double] = []
        for _ in 0..<5 {
            let python = try PythonFloor.noiseMilliseconds(rounds: 25)
            var floor = try Floor(suite: .suite1, random: SystemRandom())
            for _ in 0..<25 { try floor.measureNoise() }
            let ratio = floor.rN.median / python
            ratios.append(ratio)
            if (0.85...1.15).contains(ratio) { return }
        }
        Issue.record("floor.rN is not within 15 % of Python's figure: \(ratios)")
    }

    @Test func everyTermIsPartOfTheTotal() throws {
        var floor = try Floor(suite: .suite1, random: SystemRandom())
        try floor.measure()
        #expect(floor.terms.names == FloorCurve.Term.allCases.map(\.rawValue))
        let terms = floor.terms.names.reduce(0) { $0 + floor.terms[$1].median }
        #expect(abs(floor.ec.median - terms) < 1e-9)
        #expect(abs(floor.total.median - floor.rN.median - floor.cV.median - floor.ec.median) < 1e-9)
    }
}
