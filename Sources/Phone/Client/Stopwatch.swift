/// Measures the steps of one run for the progress reports.
struct Stopwatch {
    private let clock: @Sendable () -> Int64
    private var last: Int64

    init(_ environment: PhoneEnvironment) {
        clock = environment.milliseconds
        last = environment.milliseconds()
    }

    /// Milliseconds since the last lap, or since the start.
    mutating func lap() -> Int64 {
        let instant = clock()
        defer { last = instant }
        return instant - last
    }
}
