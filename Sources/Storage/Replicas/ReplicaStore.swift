/// The processes that serve on this database, by boot id (a new UUID at every start).
public struct ReplicaStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Says that this process lives; to be called every few seconds. Silence of 15 s means dead.
    public func heartbeat(bootId: String, address: String, deadline: StorageDeadline) throws(StorageError) {
        try pool.query(Self.beat, [.uuid(bootId), .text(address)], deadline: deadline)
    }

    /// Whether that process has been heard of in the last 15 s of the database's clock.
    public func isAlive(bootId: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        guard var row = try pool.query(Self.alive, [.uuid(bootId)], deadline: deadline).first else { return false }
        return try row.bool()
    }

    /// The internal address of a living process; nil when it is dead or unknown.
    public func address(bootId: String, deadline: StorageDeadline) throws(StorageError) -> String? {
        guard var row = try pool.query(Self.find, [.uuid(bootId)], deadline: deadline).first else { return nil }
        return try row.text()
    }

    /// Takes this process off the list at a graceful stop, so that its attempts are known to be dead at once.
    public func leave(bootId: String, deadline: StorageDeadline) throws(StorageError) {
        try pool.query(Self.remove, [.uuid(bootId)], deadline: deadline)
    }

    /// Forgets processes that have been dead for an hour; returns how many.
    @discardableResult
    public func sweep(deadline: StorageDeadline) throws(StorageError) -> Int {
        try pool.query(Self.sweepStatement, [], deadline: deadline).affected
    }

    private static let beat = Statement(
        "replica.beat",
        """
        INSERT INTO replica (boot_id, address, heartbeat) VALUES ($1, $2, clock_timestamp())
        ON CONFLICT (boot_id) DO UPDATE SET heartbeat = excluded.heartbeat, address = excluded.address
        """)
    private static let alive = Statement("replica.alive", "SELECT replica_alive($1)")
    private static let find = Statement(
        "replica.find", "SELECT address FROM replica WHERE boot_id = $1 AND replica_alive($1)")
    private static let remove = Statement("replica.remove", "DELETE FROM replica WHERE boot_id = $1")
    private static let sweepStatement = Statement(
        "replica.sweep", "DELETE FROM replica WHERE heartbeat < now() - interval '1 hour'")
}
