import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct MigrationTests {
    private static func migrations(_ extra: [String] = []) throws -> [Migration] {
        let first = try Migration.load(folder: PostgresCluster.migrationsFolder)
        return first
            + extra.enumerated().map { index, script in
                Migration(version: first.count + 1 + index, name: "extra\(index)", script: script)
            }
    }

    @Test func secondRunDoesNothing() throws {
        let database = try PostgresDatabase(empty: true)
        let known = try Self.migrations().map(\.name)
        let migrator = try Migrator(settings: database.settings, folder: PostgresCluster.migrationsFolder)
        let pool = database.pool(capacity: 1)
        #expect(try migrator.schemaState(pool: pool, deadline: soon()) == .behind(applied: 0, needed: known.count))
        #expect(try migrator.migrate(deadline: soon()) == known)
        #expect(try migrator.migrate(deadline: soon()).isEmpty)
        #expect(try migrator.schemaState(pool: pool, deadline: soon()) == .current(version: known.count))
    }

    @Test func concurrentRunsApplyOnce() throws {
        let database = try PostgresDatabase(empty: true)
        let migrator = try Migrator(settings: database.settings, folder: PostgresCluster.migrationsFolder)
        let known = try Self.migrations().map(\.name)
        let applied = try race(6) { _ in try migrator.migrate(deadline: soon()) }
        #expect(applied.filter { $0 == known }.count == 1)
        #expect(applied.filter(\.isEmpty).count == 5)
    }

    @Test func changedNewerAndBehindAreSeen() throws {
        let database = try PostgresDatabase(empty: true)
        let pool = database.pool(capacity: 1)
        let known = try Self.migrations().count
        let two = Migrator(settings: database.settings, migrations: try Self.migrations(["CREATE TABLE extra (a int)"]))
        #expect(try two.migrate(deadline: soon()).count == known + 1)
        let one = Migrator(settings: database.settings, migrations: try Self.migrations())
        #expect(try one.schemaState(pool: pool, deadline: soon()) == .newer(applied: known + 1, known: known))
        #expect(throws: StorageError.self) { try one.migrate(deadline: soon()) }
        let changed = Migrator(
            settings: database.settings, migrations: try Self.migrations(["CREATE TABLE extra (a int) "]))
        #expect(try changed.schemaState(pool: pool, deadline: soon()) == .changed(version: known + 1))
        #expect(throws: StorageError.schema(reason: "migration \(known + 1) differs from the one that was applied")) {
            try changed.migrate(deadline: soon())
        }
        let three = Migrator(
            settings: database.settings,
            migrations: try Self.migrations(["CREATE TABLE extra (a int)", "CREATE TABLE more (a int)"]))
        #expect(try three.schemaState(pool: pool, deadline: soon()) == .behind(applied: known + 1, needed: known + 2))
        #expect(try three.migrate(deadline: soon()) == ["extra1"])
    }

    @Test func failedMigrationLeavesNothing() throws {
        let database = try PostgresDatabase(empty: true)
        let broken = Migrator(
            settings: database.settings,
            migrations: try Self.migrations(["CREATE TABLE half (a int); SELECT nonsense"]))
        #expect(throws: StorageError.self) { try broken.migrate(deadline: soon()) }
        #expect(try database.execute("SELECT to_regclass('half') IS NULL") == [["t"]])
        #expect(try database.execute("SELECT max(version) FROM schema_migration") == [["\(Self.migrations().count)"]])
    }

    @Test func missingFolderIsSaid() {
        #expect(throws: StorageError.schema(reason: "the migrations folder cannot be read")) {
            try Migration.load(folder: "/nonexistent")
        }
    }
}
