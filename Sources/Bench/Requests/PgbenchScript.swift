import Storage

/// The start of a session as a script of pgbench: the same statements with the same values on the same trips, for the
/// same citizens.
struct PgbenchScript {
    let program: String
    let text: String

    /// - Parameters:
    ///   - citizens: id of each, beside the document's number
    init(
        _ program: String, party: BenchRelyingParty, citizens: [(document: String, id: String)], limit: Int
    ) {
        self.program = program
        let limits = OpenSessionLimits(ofOneParty: limit, inAll: 4 * limit)
        let script = SessionStartScript(
            secretHash: party.secretHash, session: Self.session(of: party, citizens[0]), limits: limits,
            document: Self.choice(citizens.map(\.document)), citizen: Self.choice(citizens.map(\.id)))
        text =
            (["\\set k random(1, \(citizens.count))"]
            + script.trips.flatMap { ["\\startpipeline"] + $0.map { Self.line($0) } + ["\\endpipeline"] }).joined(
                separator: "\n") + "\n"
    }

    /// Transactions (whole starts) a second.
    func run(url: String, connections: Int, seconds: Int, folder: TemporaryFolder) throws(BenchError) -> Double {
        let file = folder.file("start.sql")
        try FileText.write(Array(text.utf8), to: file)
        let output = try ChildProcess.run(
            program,
            [
                "-n", "-M", "prepared", "-c", String(connections), "-j", "1", "-T", String(seconds), "-f", file, url,
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path], output: folder.file("pgbench.log"))
        return try Self.rate(in: output)
    }

    /// `tps = 1234.5 (without initial connection time)`
    static func rate(in output: String) throws(BenchError) -> Double {
        guard let start = output.firstRange(of: "tps = ")?.upperBound,
            let rate = Double(output[start...].prefix { $0.isNumber || $0 == "." })
        else { throw BenchError("pgbench names no rate: \(output)") }
        return rate
    }

    /// One of the values, as the variable `k` says.
    private static func choice(_ values: [String]) -> String {
        "(ARRAY[\(values.map { "'\($0)'" }.joined(separator: ","))]::uuid[])[:k]"
    }

    /// A command of pgbench ends with a semicolon; its lines are joined, because a log of them is read by people.
    private static func line(_ sql: String) -> String {
        sql.split(whereSeparator: { $0 == "\n" || $0 == " " }).joined(separator: " ") + ";"
    }

    /// What the service stores for `BenchRelyingParty.start`.
    private static func session(
        of party: BenchRelyingParty, _ citizen: (document: String, id: String)
    ) -> NewSession {
        let request = party.start(documentNumber: citizen.document)
        return NewSession(
            id: citizen.id, relyingPartyId: party.id, flow: "SIGNATURE", slot: "SIGN",
            signatureProtocol: "RAW_DIGEST_SIGNATURE", citizenId: citizen.id, addressedDocument: citizen.document,
            relyingPartyName: BenchRelyingParty.name, registeredName: BenchRelyingParty.name,
            interactions: BenchRelyingParty.interactions("Sign"), digest: [UInt8](repeating: 0xA5, count: 32),
            hashType: "SHA-256", flowType: "Notification", vcType: "alphaNumeric5", vcValue: "12345",
            certificateLevel: "QUALIFIED", requestJSON: request.body, lifetimeMilliseconds: 120_000)
    }
}
