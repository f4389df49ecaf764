/// Applies the migrations of a folder, forward only. Each is one transaction and is recorded with the checksum that
/// PostgreSQL's own sha256() gives; a database that is newer than this program, or whose history differs, is refused.
///
/// Several processes may migrate at once: an advisory lock lets one work while the others wait and then find nothing to
/// do.
public struct Migrator: Sendable {
    private let settings: ConnectionSettings
    private let migrations: [Migration]

    /// The key of the advisory lock: any constant that nothing else in the database uses.
    static let lockKey: Int64 = 0x7461_6D67_6101

    public init(settings: ConnectionSettings, folder: String) throws(StorageError) {
        self.init(settings: settings, migrations: try Migration.load(folder: folder))
    }

    init(settings: ConnectionSettings, migrations: [Migration]) {
        self.settings = settings
        self.migrations = migrations
    }

    /// Brings the schema up to date; returns the names of the migrations that were applied now.
    @discardableResult
    public func migrate(deadline: StorageDeadline) throws(StorageError) -> [String] {
        var patient = settings
        // Rewriting a table may take longer than any statement of the service.
        patient.statementMilliseconds = 0
        patient.idleInTransactionMilliseconds = 0
        let connection = try Connection.open(patient, deadline: deadline)
        defer { connection.close() }
        // The lock ends with the connection.
        try AdvisoryLock.acquire(Self.lockKey, on: connection, deadline: deadline)
        try connection.runOnce(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                version int PRIMARY KEY, name text NOT NULL, checksum bytea NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now())
            """, deadline: deadline)
        let state = try compare(on: connection, deadline)
        let applied: Int
        switch state {
        case .current: return []
        case .behind(let count, _): applied = count
        case .newer(let version, let known):
            throw .schema(reason: "the database is at version \(version), this program knows \(known)")
        case .changed(let version):
            throw .schema(reason: "migration \(version) differs from the one that was applied")
        }
        var names: [String] = []
        for migration in migrations.dropFirst(applied) {
            try apply(migration, on: connection, deadline)
            names.append(migration.name)
        }
        return names
    }

    /// Compares without changing anything: for readiness and for `serve`, which refuses to start on any other state
    /// than `.current`.
    public func schemaState(pool: Pool, deadline: StorageDeadline) throws(StorageError) -> SchemaState {
        try pool.withConnection(deadline: deadline) { (connection) throws(StorageError) -> SchemaState in
            let found = try connection.run(Self.tableExists, [], deadline: deadline).first
            guard var row = found, try row.bool() else { return .behind(applied: 0, needed: migrations.count) }
            return try compare(on: connection, deadline)
        }
    }

    private func compare(on connection: Connection, _ deadline: StorageDeadline) throws(StorageError) -> SchemaState {
        let versions = try connection.run(Self.applied, [], deadline: deadline)
            .map { (row) throws(StorageError) -> Int in try row.int() }
        guard let last = versions.last else { return .behind(applied: 0, needed: migrations.count) }
        if last > migrations.count { return .newer(applied: last, known: migrations.count) }
        guard versions == Array(1...last) else { return .changed(version: last) }
        for migration in migrations.prefix(last) {
            let matches = try connection.run(
                Self.matches,
                [.int(migration.version), .text(migration.name), .bytes(Array(migration.script.utf8))],
                deadline: deadline)
            if matches.count == 0 { return .changed(version: migration.version) }
        }
        return last == migrations.count ? .current(version: last) : .behind(applied: last, needed: migrations.count)
    }

    private func apply(
        _ migration: Migration, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) {
        try connection.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Void> in
            try connection.runScript(migration.script, deadline: deadline)
            try connection.run(
                Self.record,
                [.int(migration.version), .text(migration.name), .bytes(Array(migration.script.utf8))],
                deadline: deadline)
            return .commit(())
        }
    }

    private static let tableExists = Statement(
        "migration.table", "SELECT to_regclass('schema_migration') IS NOT NULL")
    private static let applied = Statement(
        "migration.applied", "SELECT version FROM schema_migration ORDER BY version")
    private static let matches = Statement(
        "migration.matches",
        "SELECT 1 FROM schema_migration WHERE version = $1 AND name = $2 AND checksum = sha256($3)")
    private static let record = Statement(
        "migration.record", "INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, sha256($3))")
}
