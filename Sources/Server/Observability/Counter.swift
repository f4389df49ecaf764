import Synchronization

/// A number that only grows, for each label set. Label sets beyond `Limits.labelSetsPerMetric` are not counted: labels
/// are closed sets, so reaching the bound is a mistake that must not cost memory.
public final class Counter: MetricFamily {
    private let head: MetricHead
    private let values = Mutex<[[String]: Int]>([:])

    init(name: String, help: String, labels: [String]) {
        head = MetricHead(name: name, help: help, labels: labels)
    }

    /// - Parameter labels: the values, in the order in which the names were given.
    public func add(_ amount: Int = 1, _ labels: [String] = []) {
        values.withLock { values in
            guard values[labels] != nil || values.count < Limits.labelSetsPerMetric else { return }
            values[labels, default: 0] &+= amount
        }
    }

    public func value(_ labels: [String] = []) -> Int {
        values.withLock { $0[labels] ?? 0 }
    }

    func render(into text: inout String) {
        head.begin("counter", into: &text)
        let snapshot = values.withLock { $0 }
        if snapshot.isEmpty && head.labels.isEmpty { text += "\(head.name) 0\n" }
        for (labels, value) in snapshot.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            text += "\(head.name)\(head.labelText(labels)) \(value)\n"
        }
    }
}
