import Crypto
import Synchronization

/// What was tried, by name, and what came out wrong.
final class Tally: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var failures: [String] = []
    }

    private let state = Mutex(State())

    /// - Parameter what: names the case when it is wrong
    func expect(_ name: String, _ isRight: Bool, _ what: @autoclosure () -> String) {
        let failure = isRight ? nil : "\(name): \(what())"
        state.withLock { state in
            state.counts[name, default: 0] += 1
            if let failure { state.failures.append(failure) }
        }
    }

    /// - Parameters:
    ///   - code: the refusal that is right; nil when it has to pass
    ///   - body: what is tried
    func expect(
        _ name: String, code: String?, _ what: @autoclosure () -> String, _ body: () throws(CryptoError) -> Void
    ) {
        var got: String?
        do { try body() } catch { got = error.code }
        expect(name, got == code, "\(what()): \(got ?? "passed"), not \(code ?? "passed")")
    }

    /// Every name with its number, and the first failures.
    var report: [String] {
        state.withLock { state in
            state.counts.sorted { $0.key < $1.key }.map { "\($0.value)\t\($0.key)" }
                + state.failures.prefix(20).map { "WRONG \($0)" }
        }
    }

    var failures: Int { state.withLock { $0.failures.count } }
    var total: Int { state.withLock { $0.counts.values.reduce(0, +) } }
}
