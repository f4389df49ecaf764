import Synchronization

/// How often one name may do one thing (GCRA, the leaky bucket as a meter): a counter per name, no history.
final class RateLimiter: Sendable {
    private let arrivals = Mutex<[String: MonotonicTime]>([:])
    private let pace: Pace
    /// Names that are remembered; above it quiet ones are forgotten first, then everybody is admitted: a limiter that
    /// ran out of memory must not stop the service.
    private static let capacity = 100_000

    /// - Parameter perMinute: events of one name in a minute; all of them may come at once
    init(perMinute: Int) {
        pace = Pace(perMinute: perMinute)
    }

    /// How fast events of one name may follow each other.
    private struct Pace: Sendable {
        let intervalMilliseconds: Int
        let burstMilliseconds: Int

        init(perMinute: Int) {
            let count = min(max(1, perMinute), 60_000)
            intervalMilliseconds = 60_000 / count
            burstMilliseconds = intervalMilliseconds * (count - 1)
        }
    }

    /// Counts one event.
    /// - Parameter perMinute: of this name; nil: as of all others
    /// - Returns: nil, or after how many seconds the next one is welcome.
    func admit(_ name: String, now: MonotonicTime, perMinute: Int? = nil) -> Int? {
        let pace = perMinute.map { Pace(perMinute: $0) } ?? self.pace
        return arrivals.withLock { arrivals in
            if arrivals.count >= Self.capacity { arrivals = arrivals.filter { now < $0.value } }
            let expected = max(arrivals[name] ?? now, now)
            let ahead = expected.since(now)
            guard ahead <= pace.burstMilliseconds else { return (ahead - pace.burstMilliseconds) / 1_000 + 1 }
            if arrivals.count < Self.capacity {
                arrivals[name] = expected.advanced(byMilliseconds: pace.intervalMilliseconds)
            }
            return nil
        }
    }

    /// After how many seconds the next event of a name is welcome; nil when it is now. Counts nothing.
    func seconds(before name: String, now: MonotonicTime) -> Int? {
        let ahead = arrivals.withLock { max($0[name] ?? now, now) }.since(now)
        return ahead <= pace.burstMilliseconds ? nil : (ahead - pace.burstMilliseconds) / 1_000 + 1
    }

    /// Names that are remembered.
    var count: Int { arrivals.withLock { $0.count } }

    /// Forgets names that have been quiet.
    func sweep(now: MonotonicTime) {
        arrivals.withLock { arrivals in arrivals = arrivals.filter { now < $0.value } }
    }
}
