import Glibc
import Wire

/// What the two requests that relying parties send most cost beside programs that do the least for them: a session that
/// has ended is read, beside nginx with a file of the same bytes; a session is started, beside pgbench with the same
/// statements on the same database.
///
/// The turns alternate, so that a busy machine slows both sides of a ratio. One load generator asks our server and
/// nginx; it shares the machine with whom it asks.
struct RequestsBench {
    private let settings: RequestsSettings
    private let service: ServiceProcess
    private let phone: BenchPhone
    private let folder: TemporaryFolder
    private let nginx = InstalledProgram.path("nginx")
    private let pgbench = InstalledProgram.path("pgbench")
    /// Open sessions of one citizen that the service of a benchmark permits.
    private static let openSessions = 1_000

    init(_ settings: RequestsSettings, process: ProcessSettings) throws(BenchError) {
        self.settings = settings
        folder = try TemporaryFolder()
        service = try ServiceProcess(process, suite: 1)
        phone = try BenchPhone(baseURL: service.baseURL, suite: 1)
    }

    func run() throws(BenchError) -> RequestsFigures {
        var documents: [String] = []
        for _ in 0..<settings.citizens {
            try phone.enrol()
            documents.append(phone.documentNumber)
        }
        var results: [(session: String, body: [UInt8])] = []
        for _ in 0..<settings.results { results.append(try endedSession()) }
        let (reads, files) = try read(results)
        let (starts, transactions) = try start(documents)
        return RequestsFigures(
            settings: settings, resultBytes: results.first?.body.count ?? 0, reads: reads, files: files,
            starts: starts, transactions: transactions)
    }

    /// A session that was signed, and the answer that its relying party reads.
    private func endedSession() throws(BenchError) -> (session: String, body: [UInt8]) {
        let session = try service.relyingParty.open(documentNumber: phone.documentNumber)
        try phone.sign(session)
        let connections = try LoadConnections(baseURL: service.baseURL)
        let connection = try connections.open()
        try connections.send(service.relyingParty.poll(session), on: connection)
        let response = try connections.answer(on: connection).response
        guard response.status == 200 else { throw BenchError("the session did not end well") }
        return (session, response.body)
    }

    private func read(
        _ results: [(session: String, body: [UInt8])]
    ) throws(BenchError) -> (ours: Samples, nginx: Samples?) {
        let requests = (0..<settings.readers).map { service.relyingParty.poll(results[$0 % results.count].session) }
        let server = try nginx.map { (program) throws(BenchError) in
            try NginxProcess(
                program, folder: folder, files: results.map { ("v3/session/" + $0.session, $0.body) })
        }
        let ours = try RequestLoad(baseURL: service.baseURL, requests: requests)
        let theirs = try server.map { (server) throws(BenchError) in
            try RequestLoad(baseURL: server.baseURL, requests: requests)
        }
        _ = try ours.run(seconds: 1)
        _ = try theirs?.run(seconds: 1)
        var samples = (ours: Samples(), nginx: Samples())
        for _ in 0..<settings.rounds {
            samples.ours.add(try ours.run(seconds: settings.readSeconds))
            if let theirs { samples.nginx.add(try theirs.run(seconds: settings.readSeconds)) }
        }
        return (samples.ours, theirs == nil ? nil : samples.nginx)
    }

    private func start(_ documents: [String]) throws(BenchError) -> (ours: Samples, pgbench: Samples?) {
        let requests = (0..<settings.starters).map {
            service.relyingParty.start(documentNumber: documents[$0 % documents.count])
        }
        let ours = try RequestLoad(baseURL: service.baseURL, requests: requests)
        let theirs = try script(documents)
        _ = try turn { () throws(BenchError) in try ours.run(seconds: 1) }
        var samples = (ours: Samples(), pgbench: Samples())
        for _ in 0..<settings.rounds {
            samples.ours.add(try turn { () throws(BenchError) in try ours.run(seconds: settings.startSeconds) })
            guard let theirs else { continue }
            samples.pgbench.add(
                try turn { () throws(BenchError) in
                    try theirs.run(
                        url: service.database.url, connections: settings.starters, seconds: settings.startSeconds,
                        folder: folder)
                })
        }
        return (samples.ours, theirs == nil ? nil : samples.pgbench)
    }

    /// A turn that begins without open sessions, which the next one would count.
    private func turn(_ body: () throws(BenchError) -> Double) throws(BenchError) -> Double {
        try service.database.run("DELETE FROM rp_session WHERE state = 'RUNNING'")
        try service.database.run("VACUUM rp_session")
        return try body()
    }

    private func script(_ documents: [String]) throws(BenchError) -> PgbenchScript? {
        guard let pgbench else { return nil }
        var citizens: [(document: String, id: String)] = []
        for document in documents {
            let id = try service.database.value(
                "SELECT citizen_id FROM device WHERE document_number = '\(document)'")
            citizens.append((document, id))
        }
        return PgbenchScript(
            pgbench, party: service.relyingParty, citizens: citizens, limit: Self.openSessions)
    }
}
