import Glibc

/// Session-level advisory locks, waited for by asking again: a blocking wait would be cut by `lock_timeout` and could
/// not follow the caller's deadline.
enum AdvisoryLock {
    /// Takes the lock; it is held until the connection closes.
    static func acquire(
        _ key: Int64, on connection: Connection, deadline: StorageDeadline
    ) throws(StorageError) {
        while true {
            guard var row = try connection.run(tryLock, [.int(key)], deadline: deadline).first else { return }
            if try row.bool() { return }
            if deadline.hasPassed { throw .timeout(reason: "another process holds the set-up lock") }
            usleep(20_000)
        }
    }

    private static let tryLock = Statement("advisory.try", "SELECT pg_try_advisory_lock($1)")
}
