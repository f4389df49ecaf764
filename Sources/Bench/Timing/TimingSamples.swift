/// Times of one operation for two classes of secrets, in turn at random (Reparaz, Balasch, Verbauwhede, "Dude, is my
/// code constant time?", DATE 2017).
struct TimingSamples {
    /// What is kept of the pooled times: interrupts make a long tail in which a small difference drowns.
    static let crops = [0.5, 0.9, 0.99, 1.0]

    private var times: [(nanoseconds: Double, isFixed: Bool)] = []

    mutating func add(_ nanoseconds: Double, isFixed: Bool) { times.append((nanoseconds, isFixed)) }

    var count: Int { times.count }

    /// The largest |t| over all crops.
    var largestT: Double { Self.crops.map { abs(t(keeping: $0)) }.max() ?? 0 }

    /// Welch's t over the times up to this quantile of both classes together.
    func t(keeping share: Double) -> Double {
        let sorted = times.map(\.nanoseconds).sorted()
        guard let last = sorted.last else { return 0 }
        let bound = share >= 1 ? last : sorted[Int(Double(sorted.count - 1) * share)]
        var test = WelchTest()
        for time in times where time.nanoseconds <= bound { test.add(time.nanoseconds, isFirst: time.isFixed) }
        return test.t
    }

    var median: Double {
        let sorted = times.map(\.nanoseconds).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
