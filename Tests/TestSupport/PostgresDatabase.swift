import CPostgres
import Foundation
import Storage

/// A database of a test's own, with the schema in place unless it is asked for empty; dropped when released.
public final class PostgresDatabase: Sendable {
    public let name: String
    public let url: String
    private let adminURL: String

    public init(empty: Bool = false) throws {
        let admin = try PostgresCluster.url()
        adminURL = admin
        name = "test_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        url = Self.url(admin, database: name)
        let template = empty ? "template0" : try Self.template.get()
        try Self.administer(admin, "CREATE DATABASE \(name) TEMPLATE \(template)")
    }

    deinit {
        // A database that stays behind goes with its cluster.
        _ = try? Self.administer(adminURL, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    public var settings: ConnectionSettings { ConnectionSettings(url: url) }

    /// A pool on this database.
    public func pool(capacity: Int = 8) -> Pool {
        Pool(settings: settings, capacity: capacity)
    }

    /// Runs statements that no store offers: looking into tables, moving time. The text is the test's own.
    @discardableResult
    public func execute(_ sql: String) throws -> [[String?]] {
        try Self.administer(url, sql)
    }

    /// Migrated once a process; every test's database is a copy.
    private static let template: Result<String, any Error> = Result {
        let admin = try PostgresCluster.url()
        let name = "template_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        try administer(admin, "CREATE DATABASE \(name) TEMPLATE template0")
        let migrator = try Migrator(
            settings: ConnectionSettings(url: url(admin, database: name)), folder: PostgresCluster.migrationsFolder)
        try migrator.migrate(deadline: StorageDeadline(milliseconds: 30_000))
        return name
    }

    private static func url(_ admin: String, database: String) -> String {
        guard let scheme = admin.range(of: "://") else { return admin + " dbname=" + database }
        let rest = admin[scheme.upperBound...]
        let query = rest.firstIndex(of: "?") ?? rest.endIndex
        let path = rest[..<query].firstIndex(of: "/") ?? query
        return admin[..<scheme.upperBound] + rest[..<path] + "/" + database + rest[query...]
    }

    @discardableResult
    private static func administer(_ url: String, _ sql: String) throws -> [[String?]] {
        guard let connection = PQconnectdb(url) else { throw PostgresFailure(what: "connecting") }
        defer { PQfinish(connection) }
        guard let result = PQexec(connection, sql) else { throw PostgresFailure(what: sql) }
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw PostgresFailure(what: sql + ": " + String(cString: PQresultErrorMessage(result)))
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1
                    ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
            }
        }
    }
}
