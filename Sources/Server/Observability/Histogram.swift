import Synchronization

/// How often a value fell below each of some bounds, for each label set.
public final class Histogram: MetricFamily {
    /// From 1 ms, a cached answer, to 120 s, the longest long poll.
    public static let secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

    private struct Series {
        /// One more than there are bounds: the last is what exceeds them all.
        var buckets: [Int]
        var sum = 0.0
    }

    private let head: MetricHead
    private let bounds: [Double]
    private let series = Mutex<[[String]: Series]>([:])

    init(name: String, help: String, labels: [String], bounds: [Double]) {
        head = MetricHead(name: name, help: help, labels: labels)
        self.bounds = bounds.sorted()
    }

    /// - Parameter value: in the unit of the bounds (seconds by default).
    public func observe(_ value: Double, _ labels: [String] = []) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        series.withLock { series in
            guard series[labels] != nil || series.count < Limits.labelSetsPerMetric else { return }
            var one = series[labels] ?? Series(buckets: Array(repeating: 0, count: bounds.count + 1))
            // Taken out while it changes, so that the buckets are not copied.
            series[labels] = nil
            one.buckets[bucket] &+= 1
            one.sum += value
            series[labels] = one
        }
    }

    func render(into text: inout String) {
        head.begin("histogram", into: &text)
        let snapshot = series.withLock { $0 }
        for (labels, one) in snapshot.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            var total = 0
            for (index, count) in one.buckets.enumerated() {
                total &+= count
                let bound = index < bounds.count ? MetricHead.number(bounds[index]) : "+Inf"
                text += "\(head.name)_bucket\(head.labelText(labels, extra: ("le", bound))) \(total)\n"
            }
            text += "\(head.name)_sum\(head.labelText(labels)) \(MetricHead.number(one.sum))\n"
            text += "\(head.name)_count\(head.labelText(labels)) \(total)\n"
        }
    }
}
