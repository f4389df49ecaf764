import Glibc

/// A point on the monotonic clock after which waiting is pointless. Every store operation takes one, because a request
/// that nobody waits for any more must not hold a connection.
public struct StorageDeadline: Sendable, Comparable {
    /// Nanoseconds of CLOCK_MONOTONIC.
    public let nanoseconds: UInt64

    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// A deadline that many milliseconds from now; negative values have already passed.
    public init(milliseconds: Int) {
        let wanted = UInt64(max(0, milliseconds)).multipliedReportingOverflow(by: 1_000_000)
        let sum = Self.now().addingReportingOverflow(wanted.overflow ? .max : wanted.partialValue)
        nanoseconds = sum.overflow ? .max : sum.partialValue
    }

    /// Milliseconds left, rounded up so that a wait never ends just before the deadline; 0 when it has passed.
    public var millisecondsLeft: Int {
        let now = Self.now()
        guard nanoseconds > now else { return 0 }
        let left = nanoseconds - now
        return Int(min(left / 1_000_000 + (left % 1_000_000 == 0 ? 0 : 1), UInt64(Int32.max)))
    }

    /// True when the time has come.
    public var hasPassed: Bool { nanoseconds <= Self.now() }

    public static func < (a: StorageDeadline, b: StorageDeadline) -> Bool { a.nanoseconds < b.nanoseconds }

    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
