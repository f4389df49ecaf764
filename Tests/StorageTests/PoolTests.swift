import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct PoolTests {
    private static let sleep = Statement("test.sleep", "SELECT pg_sleep(30)::text")
    private static let terminate = Statement("test.terminate", "SELECT pg_terminate_backend(pg_backend_pid())")
    private static let backend = Statement("test.backend", "SELECT pg_backend_pid()::text")
    private static let invalid = Statement("test.invalid", "SELECT 1 / ($1 - $1)")

    private func backends(_ database: PostgresDatabase) throws -> String? {
        try database.execute(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """
        ).first?.first ?? nil
    }

    /// The process of the database that the pool's connection talks to.
    private func backend(of pool: Pool) throws -> String {
        guard var row = try pool.query(Self.backend, [], deadline: soon()).first else { throw Unexpected() }
        return try row.text()
    }

    @Test func frozenStatementEndsAtTheDeadlineAndNothingLeaks() throws {
        let database = try PostgresDatabase()
        let pool = database.pool(capacity: 3)
        let began = StorageDeadline.now()
        let errors = try race(3) { (_) -> StorageError? in
            do throws(StorageError) {
                try pool.query(Self.sleep, [], deadline: StorageDeadline(milliseconds: 300))
                return nil
            } catch { return error }
        }
        #expect(StorageDeadline.now() - began < 10_000_000_000)
        #expect(errors.allSatisfy { $0 == .timeout(reason: "deadline") })
        #expect(pool.occupancy == (open: 0, idle: 0, waiting: 0))
        // Full again at once.
        let answers = try race(8) { _ in try pool.now(deadline: soon()) }
        #expect(answers.count == 8)
        // The server notices that the clients have gone (client_connection_check_interval).
        let limit = StorageDeadline(milliseconds: 20_000)
        while try backends(database) != String(pool.occupancy.open), !limit.hasPassed { usleep(50_000) }
        #expect(try backends(database) == String(pool.occupancy.open))
    }

    @Test func waitingForAConnectionEndsAtTheDeadline() throws {
        let database = try PostgresDatabase()
        let pool = database.pool(capacity: 1)
        defer { withExtendedLifetime(database) {} }
        try pool.withConnection(deadline: soon()) { (_) throws(StorageError) in
            let began = StorageDeadline.now()
            #expect(throws: StorageError.timeout(reason: "no free connection")) {
                try pool.ping(deadline: StorageDeadline(milliseconds: 100))
            }
            let waited = StorageDeadline.now() - began
            #expect(waited > 90_000_000 && waited < 1_500_000_000)
        }
        try pool.ping(deadline: soon())
    }

    @Test func serverLimitsAreInForce() throws {
        let database = try PostgresDatabase()
        var settings = database.settings
        settings.statementMilliseconds = 100
        let pool = Pool(settings: settings, capacity: 1)
        #expect(throws: StorageError.timeout(reason: "statement_timeout")) {
            try pool.query(Self.sleep, [], deadline: soon())
        }
        #expect(pool.occupancy.idle == 1)
        try pool.ping(deadline: soon())
    }

    @Test func brokenConnectionsAreReplaced() throws {
        let database = try PostgresDatabase()
        let pool = database.pool(capacity: 2)
        #expect(throws: StorageError.unavailable(reason: "SQL state 57P01")) {
            try pool.query(Self.terminate, [], deadline: soon())
        }
        #expect(pool.occupancy.open == 0)
        try pool.ping(deadline: soon())
        try database.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        usleep(200_000)
        try pool.ping(deadline: soon())
        #expect(pool.occupancy == (open: 1, idle: 1, waiting: 0))
    }

    @Test func oldConnectionsAreReplaced() throws {
        let database = try PostgresDatabase()
        let pool = Pool(settings: database.settings, capacity: 1, lifetimeMilliseconds: 50)
        let patient = database.pool(capacity: 1)
        defer { withExtendedLifetime(database) {} }
        let (first, lasting) = (try backend(of: pool), try backend(of: patient))
        usleep(100_000)
        #expect(try backend(of: pool) != first)
        #expect(try backend(of: patient) == lasting)
    }

    @Test func unreachableAndClosedAreUnavailable() throws {
        let nobody = Pool(settings: ConnectionSettings(url: "postgresql:///x?host=/nonexistent"), capacity: 1)
        #expect(throws: StorageError.unavailable(reason: "the database refused or could not be reached")) {
            try nobody.ping(deadline: soon())
        }
        #expect(nobody.occupancy.open == 0)
        let database = try PostgresDatabase()
        let pool = database.pool()
        defer { withExtendedLifetime(database) {} }
        try pool.ping(deadline: soon())
        pool.close()
        #expect(throws: StorageError.unavailable(reason: "the pool is closed")) { try pool.ping(deadline: soon()) }
    }

    @Test func transactionRollsBackOnErrorAndOnRequest() throws {
        let database = try PostgresDatabase()
        let pool = database.pool(capacity: 1)
        let insert = Statement("test.insert", "INSERT INTO service_secret (name, sealed) VALUES ($1, $2)")
        #expect(throws: StorageError.other(sqlState: "22012", reason: "refused by the database")) {
            try pool.transaction(deadline: soon()) { (connection) throws(StorageError) -> TransactionEnd<Void> in
                try connection.run(insert, [.text("a"), .bytes([])], deadline: soon())
                try connection.run(Self.invalid, [.int(1)], deadline: soon())
                return .commit(())
            }
        }
        let answer = try pool.transaction(deadline: soon()) {
            (connection) throws(StorageError) -> TransactionEnd<Int> in
            try connection.run(insert, [.text("b"), .bytes([])], deadline: soon())
            return .rollback(7)
        }
        #expect(answer == 7)
        #expect(try database.execute("SELECT count(*) FROM service_secret") == [["0"]])
        #expect(pool.occupancy == (open: 1, idle: 1, waiting: 0))
    }

    @Test func swallowedErrorDoesNotCommit() throws {
        let database = try PostgresDatabase()
        let pool = database.pool(capacity: 1)
        defer { withExtendedLifetime(database) {} }
        #expect(throws: StorageError.other(sqlState: "25P02", reason: "the transaction had failed")) {
            try pool.transaction(deadline: soon()) { (connection) throws(StorageError) -> TransactionEnd<Void> in
                _ = try? connection.run(Self.invalid, [.int(1)], deadline: soon())
                return .commit(())
            }
        }
    }

    @Test func valuesMakeTheRoundTrip() throws {
        let database = try PostgresDatabase()
        let pool = database.pool(capacity: 1)
        defer { withExtendedLifetime(database) {} }
        let echo = Statement(
            "test.echo",
            "SELECT $1::text, $2::bytea, $3::bigint, $4::uuid, $5::timestamptz, $6::boolean, $3::int, $7::text")
        let id = "0123abcd-0000-4000-8000-ffffffffffff"
        for time in [Int64(0), -1, 1_790_000_000_123, -62_000_000_000_000] {
            let found = try pool.query(
                echo,
                [
                    .text("Өө😀"), .bytes([]), .int(-5), .uuid(id.uppercased()), .time(time), .bool(true), .text(nil),
                ], deadline: soon())
            guard var row = found.first else { throw Unexpected() }
            #expect(try row.text() == "Өө😀")
            #expect(try row.bytes() == [])
            #expect(try row.int64() == -5)
            #expect(try row.uuid() == id)
            #expect(try row.time() == time)
            #expect(try row.bool())
            #expect(try row.int() == -5)
            #expect(try row.optionalText() == nil)
            #expect(throws: StorageError.self) { try row.text() }
        }
    }
}
