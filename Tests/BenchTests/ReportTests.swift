import Crypto
import TestSupport
import Testing
import Wire

@testable import Bench

/// The report's shape, and that a benchmark runs what it says.
@Suite struct ReportTests {
    @Test func signingReportsEveryMember() throws {
        let report = try Bench.signing(suite: .suite1, rounds: 3)
        let json = try JSONParser.parse(report.json)
        #expect(Self.names(json) == Self.members.flatMap { $0 == "bytesUp" ? ["kernel", "modes", $0] : [$0] })
        #expect(Self.names(json["modes"]) == ["ahead", "joint"])
        for mode in ["ahead", "joint"] {
            #expect(Self.names(json["modes"]?[mode]) == Self.modeMembers)
        }
        #expect(Self.names(json["floor"]) == ["rN", "cV", "ec", "totalMs", "terms", "spread"])
        #expect(Self.names(json["core"]) == ["serverCpuMs", "phoneCpuMs", "perStep", "spread"])
        #expect(
            Self.names(json["core"]?["perStep"]) == ["S1", "noise", "S3", "S5", "phone S1", "phone S3", "phone S5"])
        let goals = ["ahead", "joint", "ahead, outside powers", "joint, outside powers", "proveWithNoise"]
        #expect(Self.names(json["goals"]) == goals)
        #expect(json["process"] == .null)
        #expect(report.bytesUp > 900 && report.bytesDown > 1_200)
        #expect(report.server.count == 3 && report.rN.count == 3)
    }

    @Test func enrolmentMeasuresEveryPiece() throws {
        let report = try Bench.enrolment(suite: .suite1, rounds: 1, parameters: SharedParameters.published)
        // N, Π_fac, the two of Π_pdl, fourth roots, three groups of N-th roots.
        #expect(
            report.steps.map(\.name)
                == ["K1", "K3", "phone K1", "phone primes", "phone K3"] + (1...8).map { "piece \($0)" })
        let json = try JSONParser.parse(report.json)
        #expect(Self.names(json) == Self.members)
        #expect(Self.names(json["floor"]) == ["rN", "totalMs", "terms", "spread"])
    }

    @Test func processFiguresStandBesideTheCore() throws {
        var report = try Bench.signing(suite: .suite1, rounds: 1)
        var server = Samples()
        server.add(20)
        var floor = Samples()
        floor.add(16)
        report.process = ProcessFigures(
            server: server, postgresMilliseconds: nil, floorTotal: floor, rounds: 1)
        let json = try JSONParser.parse(report.json)
        #expect(report.processRatio == 1.25)
        #expect(json["process"]?["postgresCpuMs"] == .null)
        #expect(report.text.contains("not on this machine"))
    }

    @Test func quantilesLieBetweenTheirNeighbours() {
        var samples = Samples()
        #expect(samples.median == 0)
        for value in [5.0, 1, 4, 2, 3] { samples.add(value) }
        #expect(samples.median == 3)
        #expect(abs(samples.p10 - 1.4) < 1e-12)
        #expect(abs(samples.p90 - 4.6) < 1e-12)
    }

    @Test func numbersHaveAFixedForm() {
        #expect(Decimals.milliseconds(9.25) == "9.2500")
        #expect(Decimals.ratio(0.0005) == "0.001")
        #expect(Decimals.ratio(-1.5) == "-1.500")
        #expect(Decimals.fixed(2.5, digits: 0) == "3")
        #expect(Decimals.fixed(-1.2, digits: 0) == "-1")
        #expect(Decimals.fixed(-0.2, digits: 0) == "0")
        #expect(Decimals.ratio(.infinity) == "0")
        #expect(Decimals.ratio(.nan) == "0")
    }

    private static let modeMembers = [
        "serverCpuMs", "ratio", "exponentiationMs", "outsideMs", "outsideShare", "outsideOfFloor", "spread",
    ]

    private static let members = [
        "subject", "suite", "rounds", "core", "process", "floor", "ratio", "processRatio", "bytesUp", "bytesDown",
        "goals",
    ]

    private static func names(_ value: JSONValue?) -> [String] {
        guard case .object(let object)? = value else { return [] }
        return object.members.map(\.name)
    }
}
