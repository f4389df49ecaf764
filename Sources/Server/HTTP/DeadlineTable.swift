/// One deadline for each place of the connection table, in one flat array that is scanned when the earliest may have
/// passed. 20,000 places are 160 KB and some ten microseconds a scan, at most once per `granularity`; setting and
/// moving a deadline, which happens several times a request, is one store. A heap or a wheel would pay for every move.
struct DeadlineTable {
    private var deadlines: [Int64] = []
    /// No deadline is earlier than this.
    private var earliest = Int64.max
    private var lastScan = Int64.min
    private let granularity: Int64

    /// - Parameter granularityMilliseconds: how late a deadline may be noticed, at most.
    init(granularityMilliseconds: Int) {
        granularity = Int64(max(1, granularityMilliseconds))
    }

    /// Makes room for the places below `count`.
    mutating func grow(to count: Int) {
        guard count > deadlines.count else { return }
        deadlines.append(contentsOf: repeatElement(.max, count: count - deadlines.count))
    }

    mutating func set(_ place: Int, _ deadline: MonotonicTime) {
        guard deadlines.indices.contains(place) else { return }
        deadlines[place] = deadline.milliseconds
        earliest = min(earliest, deadline.milliseconds)
    }

    mutating func clear(_ place: Int) {
        guard deadlines.indices.contains(place) else { return }
        deadlines[place] = .max
    }

    /// When `expired` should be asked next; `never` when no deadline is set.
    var nextScan: MonotonicTime {
        guard earliest != .max else { return .never }
        let soonest = lastScan == .min ? earliest : max(earliest, lastScan + granularity)
        return MonotonicTime(milliseconds: soonest)
    }

    /// The places whose deadline has passed; their deadlines are cleared.
    mutating func expired(at now: MonotonicTime) -> [Int] {
        guard nextScan <= now else { return [] }
        lastScan = now.milliseconds
        var due: [Int] = []
        var minimum = Int64.max
        for place in deadlines.indices {
            let deadline = deadlines[place]
            if deadline <= now.milliseconds {
                due.append(place)
                deadlines[place] = .max
            } else if deadline < minimum {
                minimum = deadline
            }
        }
        earliest = minimum
        return due
    }
}
