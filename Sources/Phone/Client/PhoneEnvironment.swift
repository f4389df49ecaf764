import Crypto
import Glibc

/// What the phone takes from outside besides its transport and its store; tests replace each.
public struct PhoneEnvironment: Sendable {
    public var random: any RandomSource
    /// Unix seconds, for certificates and the age of sessions.
    public var now: @Sendable () -> Int64
    /// A clock for durations, in milliseconds.
    public var milliseconds: @Sendable () -> Int64
    /// Waits so many milliseconds before a message is sent again.
    public var pause: @Sendable (Int) -> Void

    public init(
        random: any RandomSource = SystemRandom(), now: @escaping @Sendable () -> Int64 = Self.unixSeconds,
        milliseconds: @escaping @Sendable () -> Int64 = Self.monotonicMilliseconds,
        pause: @escaping @Sendable (Int) -> Void = Self.sleep
    ) {
        self.random = random
        self.now = now
        self.milliseconds = milliseconds
        self.pause = pause
    }

    /// `count` fresh public random bytes.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { random.fill($0) }
        return bytes
    }

    @Sendable public static func unixSeconds() -> Int64 { Int64(time(nil)) }

    @Sendable public static func monotonicMilliseconds() -> Int64 {
        var instant = timespec()
        clock_gettime(CLOCK_MONOTONIC, &instant)
        return Int64(instant.tv_sec) * 1_000 + Int64(instant.tv_nsec) / 1_000_000
    }

    @Sendable public static func sleep(milliseconds: Int) {
        var wanted = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        var rest = timespec()
        while nanosleep(&wanted, &rest) != 0, errno == EINTR { wanted = rest }
    }
}
