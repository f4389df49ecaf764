import Bench
import Crypto
import Glibc
import Server

/// `tamga bench signing|enrolment [--json] [--rounds N] [--suite 1|2] [--core] [--kernel portable|adx|ifma]`
/// `… signing … --fault-check`
/// `tamga bench polls [--polls N]`
/// `tamga bench requests [--rounds N] [--json]`
/// `tamga bench timing [--samples N] [--suite 1|2] [--kernel …]`
/// `tamga bench randomness [--samples N] [--suite 1|2] [--kernel …] [--fault-check]`
enum BenchCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(
            arguments, valued: ["rounds", "suite", "kernel", "samples", "polls"],
            flags: ["json", "core", "fault-check"])
        let suite = try Suite(number: UInt64(number(arguments, "suite", default: 1)))
        let kernel = try kernel(arguments)
        if arguments.words == ["timing"] {
            let samples = try number(arguments, "samples", default: 1_000_000)
            let figures = try TimingBench.run(suite: suite, samples: samples, kernel: kernel)
            print(TimingBench.text(figures))
            return figures.allSatisfy(\.isBelowLimit) ? 0 : 1
        }
        let check = arguments.has("fault-check") ? FaultCheck(beside: kernel) : nil
        if arguments.words == ["randomness"] {
            let samples = try number(arguments, "samples", default: 1_000_000)
            let figures = try RandomnessBench.run(suite: suite, samples: samples, kernel: kernel, check: check)
            print(figures.text)
            return figures.isGood ? 0 : 1
        }
        if arguments.words == ["polls"] {
            var polls = PollsSettings()
            polls.polls = try number(arguments, "polls", default: polls.polls)
            _ = DescriptorLimit.raise()
            let figures = try Bench.polls(polls, process: settings())
            print(figures.text)
            return figures.goals.allSatisfy(\.isMet) ? 0 : 1
        }
        if arguments.words == ["requests"] { return try requests(arguments) }
        let rounds = try number(arguments, "rounds", default: Bench.minimumRounds)
        guard rounds >= Bench.minimumRounds else {
            throw UsageError("--rounds takes \(Bench.minimumRounds) or more")
        }
        // `--core` leaves out the server process and needs no database.
        let process = arguments.has("core") ? nil : settings()
        let report: BenchReport
        switch arguments.words {
        case ["signing"]:
            report = try Bench.signing(
                suite: suite, rounds: rounds, kernel: kernel, check: check, process: process)
        case ["enrolment"]: report = try Bench.enrolment(suite: suite, rounds: rounds, process: process)
        default:
            throw UsageError(
                "tamga bench signing|enrolment|timing|randomness|polls|requests [--json] [--rounds N] [--suite 1|2] "
                    + "[--core] [--fault-check]")
        }
        print(arguments.has("json") ? String(decoding: report.json, as: UTF8.self) : report.text)
        return 0
    }

    private static func requests(_ arguments: Arguments) throws -> Int32 {
        var settings = RequestsSettings()
        settings.rounds = try number(arguments, "rounds", default: settings.rounds)
        let figures = try Bench.requests(settings, process: self.settings())
        print(arguments.has("json") ? String(decoding: figures.json, as: UTF8.self) : figures.text)
        return figures.goals.allSatisfy(\.isMet) ? 0 : 1
    }

    /// The fastest unless one is named, to compare them.
    private static func kernel(_ arguments: Arguments) throws -> ModularKernel {
        guard let name = arguments["kernel"] else { return .fastest }
        guard let kernel = ModularKernel(rawValue: name), kernel.isAvailable else {
            let names = ModularKernel.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
            throw UsageError("--kernel takes one of \(names) on this processor")
        }
        return kernel
    }

    private static func number(_ arguments: Arguments, _ name: String, default standard: Int) throws -> Int {
        guard let text = arguments[name] else { return standard }
        guard let value = Int(text), value > 0 else { throw UsageError("--\(name) takes a number") }
        return value
    }

    private static func settings() -> ProcessSettings {
        // A build in the source tree has a script for a private database above it.
        let script = "scripts/postgres"
        return ProcessSettings(
            executable: ProgramFile.path(), databaseURL: getenv("DATABASE_URL").map { String(cString: $0) },
            postgresScript: ProgramFile.folder(holding: script, X_OK).map { $0 + "/" + script })
    }
}
