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

    /// The hashes are taken over in their order.
    @Test func formerRatchetsAreCarriedOver() throws {
        let database = try PostgresDatabase(empty: true)
        let earlier = try Self.migrations().prefix { $0.name != "former_ratchet" }
        let before = Migrator(settings: database.settings, migrations: Array(earlier))
        try before.migrate(deadline: soon())
        let key = UUID().uuidString.lowercased(), fresh = UUID().uuidString.lowercased()
        // The keys' device and its citizen are not needed here.
        try database.execute("ALTER TABLE key_share DROP CONSTRAINT key_share_document_number_fkey")
        for (id, mark, history) in [(key, "01", "010203"), (fresh, "02", "")] {
            try database.execute(
                """
                INSERT INTO key_share (key_id, document_number, slot, suite, q, q1, q2, n, ckey, n_hash, proof_hash,
                    sealed_x2, ratchet, ratchet_history)
                SELECT '\(id)', '\(id)', 'SIGN', 1, p, p, p, h || h || h || h || h || h || h || h,
                    h || h || h || h || h || h || h || h || h || h || h || h || h || h || h || h, h, h, h, h,
                    coalesce((SELECT string_agg(decode(repeat(substr('\(history)', 2 * i - 1, 2), 32), 'hex'), ''
                        ORDER BY i) FROM generate_series(1, length('\(history)') / 2) i), '')
                FROM (SELECT decode(repeat('\(mark)', 65), 'hex') p, decode(repeat('\(mark)', 32), 'hex') h) x
                """)
        }
        let all = Migrator(settings: database.settings, migrations: try Self.migrations())
        try all.migrate(deadline: soon())
        let signing = SigningStore(pool: database.pool(capacity: 1))
        let former = try signing.formerRatchets(keyId: key, deadline: soon())
        #expect(former == [World.ratchet(1), World.ratchet(2), World.ratchet(3)])
        #expect(try signing.formerRatchets(keyId: fresh, deadline: soon()).isEmpty)
        #expect(
            try database.execute("SELECT ratchet_moves FROM key_share ORDER BY ratchet_moves") == [["0"], ["3"]])
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
