import Foundation
import Storage
import TestSupport
import Testing

/// The model store of the searches means what the SQL means: random sequences of operations have the same outcomes on
/// both, and leave the same rows.
@Suite struct ModelStoreTests {
    @Test(arguments: 1...12)
    func modelAndSQLAgree(seed: UInt64) throws {
        let pair = try StorePair(seed: seed)
        for number in 0..<60 {
            let (operation, model, sql) = try pair.step()
            #expect(model == sql, "seed \(seed), step \(number): \(operation)")
            let rows = try pair.sqlRows()
            #expect(pair.modelRows == rows, "seed \(seed), step \(number): rows after \(operation)")
            guard model == sql, pair.modelRows == rows else { return }
        }
    }
}

/// A small generator with a seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
