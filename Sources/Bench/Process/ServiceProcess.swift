import Glibc

/// A service of the benchmark's own: a database, a key file, a relying party and a real `tamga serve`; others beside
/// it where they are asked for.
final class ServiceProcess {
    let relyingParty: BenchRelyingParty
    let database: BenchDatabase
    private let settings: ProcessSettings
    private let environment: [String: String]
    private let registration: [UInt8]
    private let folder: TemporaryFolder
    private let first: ServeProcess

    /// `http://host:port`
    var baseURL: String { first.baseURL }
    var pid: pid_t { first.pid }

    /// Sets a service up and starts it; takes seconds, because a parameter set is made.
    /// - Parameter trustedProxies: whose connections are not counted by address; empty: nobody's
    init(_ settings: ProcessSettings, suite: UInt64, trustedProxies: String = "") throws(BenchError) {
        let folder = try TemporaryFolder()
        let database = try BenchDatabase(given: settings.databaseURL, script: settings.postgresScript, folder: folder)
        let environment = [
            "DATABASE_URL": database.url, "TAMGA_KEK_FILE": folder.file("kek"), "TAMGA_LISTEN": "127.0.0.1:0",
            "TAMGA_ADMIN_LISTEN": "127.0.0.1:0", "TAMGA_ATTEMPTS_PER_MINUTE": "100000",
            "TAMGA_OPEN_SESSIONS": "1000", "TAMGA_PROMPTS_PER_MINUTE": "1000000",
            "TAMGA_SESSIONS_PER_MINUTE": "1000000", "TAMGA_ENROLMENTS_PER_MINUTE": "1000000",
            "TAMGA_REQUIRE_ATTESTATION": "false", "TAMGA_KYC_PROVIDER": "dev", "PATH": "/usr/bin:/bin",
            "TAMGA_TRUSTED_PROXIES": trustedProxies,
        ]
        func run(_ arguments: [String]) throws(BenchError) -> String {
            try ChildProcess.run(
                settings.executable, arguments, environment: environment, output: folder.file("command.log"))
        }
        _ = try run(["setup", "--suites", String(suite)])
        registration = Array(try run(["rp", "add", "bench", "--json"]).utf8)
        first = try ServeProcess(settings.executable, environment: environment, output: folder.file("serve.log"))
        relyingParty = try BenchRelyingParty(registration: registration, baseURL: first.baseURL)
        self.database = database
        self.settings = settings
        self.environment = environment
        self.folder = folder
    }

    /// CPU milliseconds so far.
    func milliseconds() throws(BenchError) -> Double { try ProcessTime.milliseconds(of: pid) }

    /// Another process on the same database, as a second replica.
    func replica() throws(BenchError) -> ServeProcess {
        try ServeProcess(settings.executable, environment: environment, output: folder.file("replica.log"))
    }
}
