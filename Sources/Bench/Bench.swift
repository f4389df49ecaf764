import Crypto

/// The benchmarks: rounds of floor and operation in turn, in this process, on this thread; then, if wanted, the same
/// against a server process.
public enum Bench {
    /// Fewer rounds give no steady p10 and p90.
    public static let minimumRounds = 50
    /// Rounds that fill caches and are thrown away.
    private static let warmUps = 3

    /// Signatures, in both modes; `core` of the report is the one with noise made ahead.
    /// - Parameters:
    ///   - kernel: how products modulo N² are computed; one that this processor has
    ///   - check: computes every c3 of the core twice; nil: once
    ///   - settings: measures a server process too; nil leaves it out
    /// - Throws: when a message of one half is refused by the other.
    public static func signing(
        suite: Suite, rounds: Int, kernel: ModularKernel = .fastest, check: FaultCheck? = nil,
        process settings: ProcessSettings? = nil
    ) throws(BenchError) -> BenchReport {
        var floor = try Floor(suite: suite, random: SystemRandom())
        let core = try SigningCore(suite: suite, mode: .ahead, kernel: kernel, check: check)
        let joint = try SigningCore(suite: suite, mode: .joint, kernel: kernel, check: check)
        for _ in 0..<warmUps {
            try core.round(isWarmUp: true)
            try joint.round(isWarmUp: true)
        }
        for _ in 0..<rounds {
            try floor.measure()
            try core.round()
            try joint.round()
        }
        var report = BenchReport(
            subject: "signing", suite: suite.number, rounds: rounds, server: core.serverTotal, phone: core.phoneTotal,
            steps: BenchReport.entries(core.meter), rN: floor.rN, cV: floor.cV, ec: floor.ec,
            floorTotal: floor.total, floorTerms: BenchReport.entries(floor.terms), bytesUp: core.bytesUp,
            bytesDown: core.bytesDown, goals: [], process: nil)
        report.kernel = kernel
        report.checkKernel = check?.kernel
        report.modes = [core, joint].map {
            .init(mode: $0.mode, server: $0.serverTotal, powers: $0.powers, floor: floor.total.median)
        }
        report.goals = report.modes.map { .init(name: $0.mode.rawValue, value: $0.ratio, limit: $0.limit) }
        // What c3 costs a second time is no part of it.
        if check == nil {
            report.goals += report.modes.map {
                .init(name: "\($0.mode.rawValue), outside powers", value: $0.outsideOfFloor, limit: 0.08)
            }
        }
        let prove = core.meter["S3"].median / (floor.cV.median + floor.ecOfProve.median)
        report.goals.append(.init(name: "proveWithNoise", value: prove, limit: 1.3))
        if let settings {
            report.process = try ProcessBench(settings, suite: suite).signing(rounds: rounds)
            report.goals += report.processRatio.map { [.init(name: "process", value: $0, limit: 1.35)] } ?? []
        }
        return report
    }

    /// Keys.
    /// - Parameters:
    ///   - parameters: the server's ring-Pedersen set; nil makes one, which takes seconds
    ///   - settings: measures a server process too; nil leaves it out
    /// - Throws: when a message of one half is refused by the other.
    public static func enrolment(
        suite: Suite, rounds: Int, parameters: RingPedersenParameters? = nil,
        process settings: ProcessSettings? = nil
    ) throws(BenchError) -> BenchReport {
        var floor = try Floor(suite: suite, random: SystemRandom())
        let core = try EnrolmentCore(suite: suite, parameters: parameters)
        for _ in 0..<warmUps { try core.round(isWarmUp: true) }
        for _ in 0..<rounds {
            try floor.measureNoise()
            try core.round()
        }
        var report = BenchReport(
            subject: "enrolment", suite: suite.number, rounds: rounds, server: core.serverTotal,
            phone: core.phoneTotal, steps: BenchReport.entries(core.meter) + BenchReport.entries(core.pieces),
            rN: floor.rN, cV: nil, ec: nil, floorTotal: floor.rN, floorTerms: [], bytesUp: core.bytesUp,
            bytesDown: core.bytesDown, goals: [], process: nil)
        report.goals = [.init(name: "core", value: report.ratio, limit: 6.5)]
        if let settings { report.process = try ProcessBench(settings, suite: suite).enrolment(rounds: rounds) }
        return report
    }

    /// The requests of relying parties, beside nginx and pgbench where these are installed.
    public static func requests(
        _ settings: RequestsSettings, process: ProcessSettings
    ) throws(BenchError) -> RequestsFigures {
        try RequestsBench(settings, process: process).run()
    }

    /// Many parked polls, against two server processes on one database; needs minutes of a quiet machine.
    public static func polls(_ settings: PollsSettings, process: ProcessSettings) throws(BenchError) -> PollsFigures {
        try PollsBench(settings, process: process).run()
    }
}
