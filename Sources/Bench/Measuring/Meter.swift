/// Collects the CPU time of named steps. Each name keeps the place at which it was first met.
struct Meter {
    private(set) var names: [String] = []
    private var samples: [String: Samples] = [:]

    subscript(_ name: String) -> Samples { samples[name] ?? Samples() }

    mutating func add(_ name: String, _ milliseconds: Double) {
        if samples[name] == nil { names.append(name) }
        samples[name, default: Samples()].add(milliseconds)
    }

    /// Runs a step and adds its CPU time.
    mutating func measure<T: ~Copyable>(
        _ name: String, _ step: () throws(BenchError) -> T
    ) throws(BenchError) -> T {
        let start = ThreadClock.now()
        let value = try step()
        add(name, ThreadClock.now() - start)
        return value
    }

    /// The same for a step that may be built of several pieces in one round: the caller adds the sum.
    static func time<T: ~Copyable>(
        into total: inout Double, _ step: () throws(BenchError) -> T
    ) throws(BenchError) -> T {
        let start = ThreadClock.now()
        let value = try step()
        total += ThreadClock.now() - start
        return value
    }
}
