import Wire

/// The figures of `PollsBench`, with the limits that the project has set.
public struct PollsFigures: Sendable {
    public let polls: Int
    /// Bytes of the process that holds the polls, before and with them.
    public let residentBefore: Int
    public let residentAfter: Int
    /// Opening the sessions and parking the polls, altogether.
    public let parkingMilliseconds: Double
    /// From the request that ends a session at one process to the answer of its poll at another.
    public let wakes: Samples
    /// From a relying party's request to its result, without and with the parked polls.
    public let idleLogIns: Samples
    public let busyLogIns: Samples

    public var kibibytesPerPoll: Double {
        Double(max(0, residentAfter - residentBefore)) / Double(max(1, polls)) / 1_024
    }

    public var goals: [BenchReport.Goal] {
        [
            .init(name: "KiB per poll", value: kibibytesPerPoll, limit: 12),
            .init(name: "wake p99 ms", value: wakes.p99, limit: 100),
            .init(name: "log-in p99 ratio", value: busyLogIns.p99 / idleLogIns.p99, limit: 2),
        ]
    }

    public var text: String {
        func line(_ name: String, _ samples: Samples) -> String {
            "  " + Decimals.padded(name, 24) + Decimals.milliseconds(samples.median)
                + " (p90 \(Decimals.milliseconds(samples.p90)), p99 \(Decimals.milliseconds(samples.p99)))"
        }
        let lines = [
            "\(polls) parked polls; milliseconds that passed: median (p90, p99)",
            "  " + Decimals.padded("opened and parked in", 24) + Decimals.milliseconds(parkingMilliseconds),
            "  " + Decimals.padded("memory before", 24) + "\(residentBefore / 1_024) KiB",
            "  " + Decimals.padded("memory with them", 24) + "\(residentAfter / 1_024) KiB",
            line("log-in, idle", idleLogIns), line("log-in, beside them", busyLogIns),
            line("wake", wakes), "",
        ]
        return (lines + goals.map(\.line)).joined(separator: "\n")
    }
}
