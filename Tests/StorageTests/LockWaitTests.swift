import Foundation
import Storage
import TestSupport
import Testing

/// A deadline that passes while a statement waits for a row that another transaction holds, and finds as it was.
@Suite struct LockWaitTests {
    @Test(arguments: ["attempt", "rp_session"])
    func t1JudgesTheTimeWhenItHasTheKey(table: String) throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        let end = try Self.end(of: table, world)
        let outcome = try Self.holding("key_share", until: end, world) { signing in
            try signing.consume(world.consumption(id), deadline: StorageDeadline(milliseconds: 60_000))
        }
        #expect(outcome == (table == "attempt" ? .attemptExpired : .sessionExpired))
        #expect(try world.attemptState(id) == "COMMITTED")
        let key = try world.stores.keys.load(documentNumber: world.document, slot: "SIGN", deadline: soon())?.key
        #expect(key?.ratchet == World.ratchet(0))
    }

    @Test func publishJudgesTheTimeWhenItHasTheAttempt() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        try world.release(id)
        let finished = try world.finished(id)
        let end = try Self.end(of: "rp_session", world)
        let outcome = try Self.holding("attempt", until: end, world) { signing in
            try signing.finish(finished, deadline: StorageDeadline(milliseconds: 60_000))
        }
        #expect(outcome == .recordedAfterEnd)
        #expect(try world.session(session)?.endResult == "TIMEOUT")
        #expect(try world.attemptState(id) == "DONE")
    }

    /// Sets the end of a table's rows to a moment from now.
    /// - Returns: SQL of that moment
    private static func end(of table: String, _ world: World) throws -> String {
        try world.database.execute("UPDATE \(table) SET expires_at = clock_timestamp() + interval '2 seconds'")
        return "SELECT max(expires_at) FROM \(table)"
    }

    /// Runs a body while another transaction holds the rows of a table until a moment has passed. The body's store
    /// waits longer for a row than that takes.
    private static func holding<T>(
        _ table: String, until end: String, _ world: World, _ body: (SigningStore) throws -> T
    ) throws -> T {
        var patient = world.database.settings
        patient.lockMilliseconds = 60_000
        patient.statementMilliseconds = 60_000
        let pool = Pool(settings: patient, capacity: 2)
        defer { pool.close() }
        let hold = """
            DO $$ DECLARE moment timestamptz := (\(end)); BEGIN
                PERFORM 1 FROM \(table) FOR UPDATE;
                WHILE clock_timestamp() <= moment LOOP PERFORM pg_sleep(0.05); END LOOP;
            END $$
            """
        let ended = DispatchGroup()
        ended.enter()
        Thread.detachNewThread { [database = world.database] in
            _ = try? database.execute(hold)
            ended.leave()
        }
        let isHeld = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'DO %' AND wait_event = 'PgSleep'
            """
        var looks = 0
        while looks < 300, try world.database.execute(isHeld) != [["1"]] {
            usleep(10_000)
            looks += 1
        }
        let result = try body(SigningStore(pool: pool))
        ended.wait()
        return result
    }
}
