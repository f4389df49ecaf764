import Crypto

/// The figures of one run. Everything was measured in one process and interleaved with the floor, so that a busy
/// machine slows both sides of every ratio.
public struct BenchReport: Sendable {
    /// A named series; the order of a report is the order of its series.
    public struct Entry: Sendable {
        public let name: String
        public let samples: Samples
    }

    /// A figure that is derived from others, with the limit that the project has set for it.
    public struct Goal: Sendable {
        /// On which side of its limit a figure is good.
        public enum Side: Sendable {
            case atMost, atLeast
        }

        public let name: String
        public let value: Double
        public let limit: Double
        public var side = Side.atMost

        public var isMet: Bool { side == .atMost ? value <= limit : value >= limit }

        /// One line of a report.
        var line: String {
            "  " + Decimals.padded(name, 24) + Decimals.ratio(value)
                + " (goal \(side == .atMost ? "≤" : "≥") \(Decimals.ratio(limit)): \(isMet ? "met" : "missed"))"
        }
    }

    /// `signing` or `enrolment`.
    public let subject: String
    public let suite: UInt64
    public let rounds: Int
    /// CPU of the server's steps of one signature, or of one key.
    public let server: Samples
    public let phone: Samples
    public let steps: [Entry]
    public let rN: Samples
    /// Nil for an enrolment, whose floor is r^N alone.
    public let cV: Samples?
    public let ec: Samples?
    public let floorTotal: Samples
    public let floorTerms: [Entry]
    public let bytesUp: Int
    public let bytesDown: Int
    /// What `core` has besides the ratio to the floor.
    public var goals: [Goal]
    /// Nil where no server process was measured.
    public var process: ProcessFigures?
    /// Of a signature: how products modulo N² were computed, and the figures of each mode.
    public var kernel: ModularKernel?
    /// With what c3 was computed a second time; nil: it was not.
    public var checkKernel: ModularKernel?
    public var modes: [ModeFigures] = []

    /// core.serverCpuMs / floor.totalMs
    public var ratio: Double { server.median / floorTotal.median }
    /// process.serverCpuMs / floor.totalMs of its own rounds
    public var processRatio: Double? { process.map { $0.server.median / $0.floorTotal.median } }
}

extension BenchReport {
    static func entries(_ meter: Meter) -> [Entry] {
        meter.names.map { Entry(name: $0, samples: meter[$0]) }
    }
}
