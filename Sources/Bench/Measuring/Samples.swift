/// Measurements of one thing, in milliseconds, one a round.
public struct Samples: Sendable {
    private var values: [Double] = []

    public init() {}

    public mutating func add(_ milliseconds: Double) { values.append(milliseconds) }

    public var count: Int { values.count }
    public var median: Double { quantile(0.5) }
    public var p10: Double { quantile(0.1) }
    public var p90: Double { quantile(0.9) }
    public var p99: Double { quantile(0.99) }

    /// Linear between the two nearest values; 0 without any.
    private func quantile(_ share: Double) -> Double {
        guard let last = values.indices.last else { return 0 }
        let sorted = values.sorted()
        let position = share * Double(last)
        let below = Int(position), above = min(below + 1, last)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }
}
