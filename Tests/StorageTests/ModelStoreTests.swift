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
