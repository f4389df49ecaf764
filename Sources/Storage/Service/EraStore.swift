/// The era of the database (design: restore fence).
public struct EraStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    public func current(deadline: StorageDeadline) throws(StorageError) -> Era {
        try Self.one(try pool.query(Self.get, [], deadline: deadline))
    }

    /// Raises the mark; returns what the database holds then.
    public func advance(deadline: StorageDeadline) throws(StorageError) -> Era {
        try Self.one(try pool.query(Self.raise, [], deadline: deadline))
    }

    /// Whether a process serves from this database, by its heartbeat.
    public func isServed(deadline: StorageDeadline) throws(StorageError) -> Bool {
        guard var row = try pool.query(Self.served, [], deadline: deadline).first else { return false }
        return try row.bool()
    }

    /// Whether the S3 of a key may set its ratchet without a matching candidate, or already has in this era.
    public func reseedMark(keyId: String, deadline: StorageDeadline) throws(StorageError) -> ReseedMark {
        guard var row = try pool.query(Self.reseed, [.uuid(keyId)], deadline: deadline).first else { return .none }
        if try row.bool() { return .open }
        return try row.bool() ? .used : .none
    }

    /// Makes a database that has gone back fit to serve: raises the era above both, ends everything that was open,
    /// raises every signCounter by 2^32 above anything that phones can have seen, and lets every key's ratchet be set
    /// once. One transaction with its audit entry.
    /// - Parameter outside: the era of the file; nil when there is none
    public func acknowledge(
        outside: Era?, _ act: OperatorAct, deadline: StorageDeadline
    ) throws(StorageError) -> RestoreOutcome {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<RestoreOutcome> in
            let raised = try connection.run(
                Self.begin, [.int(outside?.number ?? 0), .int(outside?.mark ?? 0)], deadline: deadline)
            let era = try Self.one(raised)
            let sessions = try Self.endSessions(on: connection, deadline)
            let enrolments = try connection.run(Self.failEnrolments, [], deadline: deadline).affected
            let refreshes = try connection.run(RefreshStatements.failAll, [], deadline: deadline).affected
            let keys = try connection.run(Self.markKeys, [], deadline: deadline).affected
            let entry = AuditEntry(
                kind: "restore.acknowledged", subject: "era \(era.number)",
                detail: [
                    "by": act.by, "reason": act.reason, "sessions": String(sessions),
                    "enrolments": String(enrolments), "refreshes": String(refreshes), "keys": String(keys),
                ])
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(
                RestoreOutcome(
                    era: era, endedSessions: sessions, failedEnrolments: enrolments, failedRefreshes: refreshes,
                    reseededKeys: keys))
        }
    }

    private static func endSessions(
        on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Int {
        let ids = try connection.run(running, [], deadline: deadline)
            .map { (row) throws(StorageError) -> String in try row.uuid() }
        var ended = 0
        for id in ids
        where try SessionEnding.end(id, result: "TIMEOUT", detail: "RESTORED", on: connection, deadline) {
            ended += 1
        }
        return ended
    }

    private static func one(_ result: ResultSet) throws(StorageError) -> Era {
        guard var row = result.first else { throw .schema(reason: "the database has no era") }
        return try Era(&row)
    }

    private static let get = Statement("era.get", "SELECT number, mark FROM era")
    private static let raise = Statement("era.raise", "UPDATE era SET mark = mark + 1 RETURNING number, mark")
    private static let served = Statement(
        "era.served", "SELECT EXISTS (SELECT 1 FROM replica WHERE heartbeat > clock_timestamp() - interval '15 s')")
    private static let reseed = Statement("era.reseed", "SELECT reseed, reseeded FROM key_share WHERE key_id = $1")
    /// Parameters: number and mark outside.
    private static let begin = Statement(
        "era.begin",
        """
        UPDATE era SET number = greatest(number, $1) + 1, mark = greatest(mark, $2) + 1 RETURNING number, mark
        """)
    private static let running = Statement(
        "era.running", "SELECT id FROM rp_session WHERE state = 'RUNNING' ORDER BY id FOR UPDATE")
    private static let failEnrolments = Statement(
        "era.failEnrolments",
        """
        WITH failed AS (
            UPDATE enrolment SET state = 'FAILED', completed_at = clock_timestamp()
            WHERE state IN ('OPEN', 'COMPUTING') RETURNING id),
        erased AS (
            DELETE FROM enrolment_slot WHERE enrolment_id IN (SELECT id FROM failed))
        SELECT id FROM failed
        """)
    private static let markKeys = Statement(
        "era.markKeys",
        """
        UPDATE key_share SET sign_counter = sign_counter + 4294967296, reseed = true, reseeded = false
        """)
}
