import Glibc

/// An instant of the monotonic clock, in milliseconds.
struct Deadline: Sendable {
    private let instant: Int64

    init(inMilliseconds milliseconds: Int) {
        // A day is as good as for ever, and cannot overflow.
        instant = Self.now + Int64(min(max(milliseconds, 0), 86_400_000))
    }

    /// What is left, for poll(2); 0 when it has passed.
    var remainingMilliseconds: Int32 {
        Int32(clamping: max(0, instant - Self.now))
    }

    var hasPassed: Bool { Self.now >= instant }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
