import Wire

/// The figures of `RequestsBench`: requests a second, one sample a turn.
public struct RequestsFigures: Sendable {
    public let settings: RequestsSettings
    /// Bytes of the answer that is read, without its head.
    public let resultBytes: Int
    /// Reading sessions that have ended.
    public let reads: Samples
    /// nginx with files of the same bytes; nil when it is not installed.
    public let files: Samples?
    /// Starting sessions.
    public let starts: Samples
    /// pgbench with the statements of a start; nil when it is not installed.
    public let transactions: Samples?

    /// The ratios that could be measured.
    public var goals: [BenchReport.Goal] {
        let pairs = [("read / nginx", reads, files), ("start / pgbench", starts, transactions)]
        return pairs.compactMap { name, ours, theirs in
            theirs.map { .init(name: name, value: ours.median / $0.median, limit: 0.4, side: .atLeast) }
        }
    }

    public var text: String {
        func line(_ name: String, _ samples: Samples?, _ package: String) -> String {
            guard let samples else { return "  \(Decimals.padded(name, 24))not installed (Debian: \(package))" }
            return "  " + Decimals.padded(name, 24) + Decimals.fixed(samples.median, digits: 1)
                + " (\(Decimals.fixed(samples.p10, digits: 1)) … \(Decimals.fixed(samples.p90, digits: 1)))"
        }
        let lines = [
            "a second, \(settings.rounds) rounds in turn: median (p10 … p90)", "",
            "reading a session that has ended, \(resultBytes) bytes, \(settings.readers) connections",
            line("tamga", reads, ""), line("nginx, file", files, "nginx-light"), "",
            "starting a session, \(settings.starters) connections",
            line("tamga", starts, ""), line("pgbench, its statements", transactions, "postgresql-15"), "",
        ]
        return (lines + goals.map(\.line)).joined(separator: "\n")
    }

    /// One JSON object; rates are medians, null where there is nothing to compare with.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { w in
            w.member("subject", "requests")
            w.member("rounds", settings.rounds)
            w.member("resultBytes", resultBytes)
            for (name, samples) in [
                ("reads", reads), ("nginx", files), ("starts", starts), ("pgbench", transactions),
            ] {
                guard let samples else {
                    w.memberNull(name)
                    continue
                }
                w.memberObject(name) { w in
                    w.member("median", decimal: samples.median)
                    w.member("p10", decimal: samples.p10)
                    w.member("p90", decimal: samples.p90)
                }
            }
            w.goals(goals)
        }
        return writer.bytes
    }
}
