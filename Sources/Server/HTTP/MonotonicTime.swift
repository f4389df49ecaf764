import Glibc

/// A point on the monotonic clock, in milliseconds. Deadlines are kept on it, so that a change of the wall clock
/// neither cuts a request short nor keeps one alive.
public struct MonotonicTime: Sendable, Hashable, Comparable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The clock's value now (CLOCK_MONOTONIC).
    public static func now() -> MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Later than every deadline: “none”.
    public static let never = MonotonicTime(milliseconds: .max)

    /// Saturating: a far deadline becomes `never` and does not trap.
    public func advanced(byMilliseconds delta: Int) -> MonotonicTime {
        let (sum, overflow) = milliseconds.addingReportingOverflow(Int64(delta))
        return overflow ? .never : MonotonicTime(milliseconds: sum)
    }

    /// Milliseconds from `earlier` to here; negative when `earlier` is later. Saturates at Int32's bounds, the widest
    /// time-out that poll and epoll accept.
    public func since(_ earlier: MonotonicTime) -> Int {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        if overflow { return milliseconds > 0 ? Int(Int32.max) : Int(Int32.min) }
        return Int(min(max(difference, Int64(Int32.min)), Int64(Int32.max)))
    }

    public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
        a.milliseconds < b.milliseconds
    }
}
