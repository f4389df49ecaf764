import Glibc

/// Time as it passes for everybody; what is measured by it depends on what else the machine does.
enum WallClock {
    /// Milliseconds of `CLOCK_MONOTONIC`.
    static func now() -> Double {
        var instant = timespec()
        clock_gettime(CLOCK_MONOTONIC, &instant)
        return Double(instant.tv_sec) * 1_000 + Double(instant.tv_nsec) / 1_000_000
    }
}
