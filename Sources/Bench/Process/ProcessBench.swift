import Crypto

/// What the service costs as a whole: a real server process, a real database, a phone and a relying party over HTTP.
struct ProcessBench {
    private let service: ServiceProcess
    private let phone: BenchPhone
    private let suite: Suite
    private static let warmUps = 5

    init(_ settings: ProcessSettings, suite: Suite) throws(BenchError) {
        self.suite = suite
        service = try ServiceProcess(settings, suite: suite.number)
        phone = try BenchPhone(baseURL: service.baseURL, suite: suite.number)
        try phone.enrol()
    }

    /// Whole sessions: opened by the relying party, found and signed by the phone, fetched by the relying party.
    func signing(rounds: Int) throws(BenchError) -> ProcessFigures {
        try run(rounds, floor: { (floor) throws(BenchError) in try floor.measure() }, samples: \.total) {
            () throws(BenchError) in
            let session = try service.relyingParty.open(documentNumber: phone.documentNumber)
            try phone.sign(session)
            try service.relyingParty.result(of: session)
        }
    }

    /// Whole enrolments of one key, identity proofing included.
    func enrolment(rounds: Int) throws(BenchError) -> ProcessFigures {
        try run(rounds, floor: { (floor) throws(BenchError) in try floor.measureNoise() }, samples: \.rN) {
            () throws(BenchError) in try phone.enrol()
        }
    }

    private func run(
        _ rounds: Int, floor measure: (inout Floor) throws(BenchError) -> Void, samples: (Floor) -> Samples,
        _ operation: () throws(BenchError) -> Void
    ) throws(BenchError) -> ProcessFigures {
        var floor = try Floor(suite: suite, random: SystemRandom())
        for _ in 0..<Self.warmUps { try operation() }
        var server = Samples()
        let postgresBefore = service.database.milliseconds
        for _ in 0..<rounds {
            try measure(&floor)
            let before = try service.milliseconds()
            try operation()
            server.add(try service.milliseconds() - before)
        }
        var postgres: Double?
        if let postgresBefore, let after = service.database.milliseconds {
            postgres = (after - postgresBefore) / Double(rounds)
        }
        return ProcessFigures(
            server: server, postgresMilliseconds: postgres, floorTotal: samples(floor), rounds: rounds)
    }
}
