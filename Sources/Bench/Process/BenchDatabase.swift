import CPostgres
import Glibc

/// A database of the benchmark's own: on the server that `DATABASE_URL` names, or on a private cluster that
/// `scripts/postgres` starts. It is dropped at the end; what else the server holds is not touched.
final class BenchDatabase {
    let url: String
    private let adminURL: String
    private let name: String
    /// The cluster's first process, when it runs on this machine.
    private let postmaster: pid_t?
    private let folder: TemporaryFolder
    private let cluster: (script: String, folder: String)?

    /// - Parameters:
    ///   - given: `DATABASE_URL`; its role must be allowed to create databases
    ///   - script: `scripts/postgres`, used when nothing is given
    ///   - folder: temporary
    init(given: String?, script: String?, folder: TemporaryFolder) throws(BenchError) {
        self.folder = folder
        if let given {
            cluster = nil
            adminURL = given
        } else if let script {
            let data = folder.file("postgres")
            let output = try ChildProcess.run(
                script, ["start", data], environment: Self.environment, output: folder.file("postgres.log"))
            guard let last = output.split(separator: "\n").last else { throw BenchError("scripts/postgres is silent") }
            cluster = (script, data)
            adminURL = String(last)
        } else {
            throw BenchError("DATABASE_URL is not set, and scripts/postgres is not beside this program")
        }
        postmaster = try Self.postmaster(adminURL)
        name = "tamga_bench_\(getpid())_\(UInt64.random(in: 0...UInt64.max))"
        url = Self.url(adminURL, database: name)
        try Self.query(adminURL, "CREATE DATABASE \(name) TEMPLATE template0")
    }

    deinit { remove() }

    /// Milliseconds of all of PostgreSQL's processes; nil when it runs elsewhere.
    var milliseconds: Double? { postmaster.map(ProcessTime.millisecondsOfFamily) }

    /// Runs one statement on the benchmark's database.
    func run(_ sql: String) throws(BenchError) { try Self.query(url, sql) }

    /// The first column of the first row that a statement finds.
    func value(_ sql: String) throws(BenchError) -> String {
        var found: String?
        try Self.query(url, sql) { found = $0 }
        guard let found, !found.isEmpty else { throw BenchError("database: nothing found") }
        return found
    }

    private func remove() {
        _ = try? Self.query(adminURL, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        if let cluster {
            _ = try? ChildProcess.run(
                cluster.script, ["stop", cluster.folder], environment: Self.environment, output: "/dev/null")
        }
    }

    private static var environment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME", "USER", "LANG"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return environment
    }

    /// The parent of a backend of ours, which is looked up while the backend lives.
    private static func postmaster(_ url: String) throws(BenchError) -> pid_t? {
        var found: pid_t?
        try query(url, "SELECT pg_backend_pid()") { text in
            guard let pid = pid_t(text), let parent = ProcessTime.parent(of: pid),
                FileText.read("/proc/\(pid)/comm").hasPrefix("postgres")
            else { return }
            found = parent
        }
        return found
    }

    /// Runs one statement on a connection of its own.
    /// - Parameter look: gets the first column of the first row, if there is one, before the connection is closed
    private static func query(
        _ url: String, _ sql: String, _ look: (String) -> Void = { _ in }
    ) throws(BenchError) {
        guard let connection = PQconnectdb(url) else { throw BenchError("out of memory") }
        defer { PQfinish(connection) }
        tamga_PQsilence(connection)
        guard let result = PQexec(connection, sql) else { throw BenchError("the database cannot be reached") }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK: return
        case PGRES_TUPLES_OK: if let value = PQgetvalue(result, 0, 0) { look(String(cString: value)) }
        default: throw BenchError("database: \(String(cString: PQerrorMessage(connection)))")
        }
    }

    /// The same server, another database.
    private static func url(_ admin: String, database: String) -> String {
        guard let scheme = admin.firstRange(of: "://") else { return admin + " dbname=" + database }
        let rest = admin[scheme.upperBound...]
        let query = rest.firstIndex(of: "?") ?? rest.endIndex
        let path = rest[..<query].firstIndex(of: "/") ?? query
        return admin[..<scheme.upperBound] + rest[..<path] + "/" + database + rest[query...]
    }
}
