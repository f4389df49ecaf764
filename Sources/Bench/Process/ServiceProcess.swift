import Glibc

/// A real `tamga serve` with a database, a key file and a relying party of its own.
final class ServiceProcess {
    /// `http://host:port`
    let baseURL: String
    let relyingParty: BenchRelyingParty
    let database: BenchDatabase
    private let child: ChildProcess

    var pid: pid_t { child.pid }

    /// Sets a service up and starts it; takes seconds, because a parameter set is made.
    init(_ settings: ProcessSettings, suite: UInt64) throws(BenchError) {
        let folder = try TemporaryFolder()
        let database = try BenchDatabase(given: settings.databaseURL, script: settings.postgresScript, folder: folder)
        self.database = database
        let environment = [
            "DATABASE_URL": database.url, "TAMGA_KEK_FILE": folder.file("kek"), "TAMGA_LISTEN": "127.0.0.1:0",
            "TAMGA_ADMIN_LISTEN": "127.0.0.1:0", "TAMGA_ATTEMPTS_PER_MINUTE": "100000",
            "TAMGA_OPEN_SESSIONS": "1000", "TAMGA_PROMPTS_PER_MINUTE": "1000000",
            "TAMGA_SESSIONS_PER_MINUTE": "1000000", "TAMGA_ENROLMENTS_PER_MINUTE": "1000000",
            "TAMGA_REQUIRE_ATTESTATION": "false", "TAMGA_KYC_PROVIDER": "dev", "PATH": "/usr/bin:/bin",
        ]
        func run(_ arguments: [String]) throws(BenchError) -> String {
            try ChildProcess.run(
                settings.executable, arguments, environment: environment, output: folder.file("command.log"))
        }
        _ = try run(["setup", "--suites", String(suite)])
        let added = try run(["rp", "add", "bench", "--json"])
        child = try ChildProcess(
            settings.executable, ["serve"], environment: environment, output: folder.file("serve.log"))
        let line = try child.line(with: "tamga serves on ", milliseconds: 30_000)
        guard let start = line.firstRange(of: "tamga serves on ")?.upperBound,
            let end = line[start...].firstRange(of: "/v3")?.lowerBound
        else { throw BenchError("serve does not say where: \(line)") }
        baseURL = String(line[start..<end])
        relyingParty = try BenchRelyingParty(registration: Array(added.utf8), baseURL: baseURL)
    }

    /// CPU milliseconds so far.
    func milliseconds() throws(BenchError) -> Double { try ProcessTime.milliseconds(of: pid) }

    deinit { child.stop() }
}
