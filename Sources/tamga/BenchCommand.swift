import Bench
import Crypto
import Glibc

/// `tamga bench signing|enrolment [--json] [--rounds N] [--suite 1|2] [--core]`
enum BenchCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, valued: ["rounds", "suite"], flags: ["json", "core"])
        let rounds = try number(arguments, "rounds", default: Bench.minimumRounds)
        guard rounds >= Bench.minimumRounds else {
            throw UsageError("--rounds takes \(Bench.minimumRounds) or more")
        }
        let suite = try Suite(number: UInt64(number(arguments, "suite", default: 1)))
        let report: BenchReport
        switch arguments.words {
        case ["signing"]: report = try Bench.signing(suite: suite, rounds: rounds)
        case ["enrolment"]: report = try Bench.enrolment(suite: suite, rounds: rounds)
        default: throw UsageError("tamga bench signing|enrolment [--json] [--rounds N] [--suite 1|2] [--core]")
        }
        print(arguments.has("json") ? String(decoding: report.json, as: UTF8.self) : report.text)
        return 0
    }

    private static func number(_ arguments: Arguments, _ name: String, default standard: Int) throws -> Int {
        guard let text = arguments[name] else { return standard }
        guard let value = Int(text), value > 0 else { throw UsageError("--\(name) takes a number") }
        return value
    }
}
