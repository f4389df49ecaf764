import Glibc

/// CPU time of the calling thread: what other threads, processes and virtual machines do meanwhile is not in it.
public enum ThreadClock {
    /// Milliseconds of `CLOCK_THREAD_CPUTIME_ID`.
    public static func now() -> Double {
        var instant = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &instant)
        return Double(instant.tv_sec) * 1_000 + Double(instant.tv_nsec) / 1_000_000
    }
}
