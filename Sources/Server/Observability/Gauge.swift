import Synchronization

/// A number that goes up and down, for each label set.
public final class Gauge: MetricFamily {
    private let head: MetricHead
    private let values = Mutex<[[String]: Double]>([:])

    init(name: String, help: String, labels: [String]) {
        head = MetricHead(name: name, help: help, labels: labels)
    }

    public func set(_ value: Double, _ labels: [String] = []) {
        values.withLock { values in
            guard values[labels] != nil || values.count < Limits.labelSetsPerMetric else { return }
            values[labels] = value
        }
    }

    public func add(_ difference: Double, _ labels: [String] = []) {
        values.withLock { values in
            guard values[labels] != nil || values.count < Limits.labelSetsPerMetric else { return }
            values[labels, default: 0] += difference
        }
    }

    func render(into text: inout String) {
        head.begin("gauge", into: &text)
        let snapshot = values.withLock { $0 }
        for (labels, value) in snapshot.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            text += "\(head.name)\(head.labelText(labels)) \(MetricHead.number(value))\n"
        }
    }
}

/// A gauge whose value is read when the metrics are.
struct ReadGauge: MetricFamily {
    private let head: MetricHead
    private let read: @Sendable () -> Double

    init(name: String, help: String, read: @escaping @Sendable () -> Double) {
        head = MetricHead(name: name, help: help, labels: [])
        self.read = read
    }

    func render(into text: inout String) {
        head.begin("gauge", into: &text)
        text += "\(head.name) \(MetricHead.number(read()))\n"
    }
}
