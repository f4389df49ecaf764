/// Writes audit entries inside a transaction, and reads them.
public struct AuditLog: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// An entry of its own, for what changes nothing else in the database.
    public func write(_ entry: AuditEntry, deadline: StorageDeadline) throws(StorageError) {
        try pool.query(Self.insert, Self.parameters(entry), deadline: deadline)
    }

    /// Entries with an id above `after`, oldest first. Ids grow but may appear out of order for a moment, because they
    /// are drawn before their transactions end.
    public func entries(
        after: Int64, limit: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [AuditRecord] {
        try pool.query(Self.list, [.int(after), .int(min(max(limit, 0), 10_000))], deadline: deadline)
            .map { (row) throws(StorageError) -> AuditRecord in try AuditRecord(&row) }
    }

    /// What concerns a device, newest first: alerts and what operators did.
    public func ofDevice(
        documentNumber: String, limit: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [AuditRecord] {
        try pool.query(
            Self.device, [.text(documentNumber), .int(min(max(limit, 0), 1_000))], deadline: deadline
        ).map { (row) throws(StorageError) -> AuditRecord in try AuditRecord(&row) }
    }

    /// What concerns a citizen's enrolments as a whole, newest first: alerts and what operators did.
    public func ofEnrolments(
        citizenId: String, limit: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [AuditRecord] {
        try pool.query(
            Self.enrolments, [.text(citizenId), .int(min(max(limit, 0), 1_000))], deadline: deadline
        ).map { (row) throws(StorageError) -> AuditRecord in try AuditRecord(&row) }
    }

    /// Writes an entry as part of the connection's transaction.
    static func append(
        _ entry: AuditEntry, on connection: Connection, deadline: StorageDeadline
    ) throws(StorageError) {
        try connection.run(insert, parameters(entry), deadline: deadline)
    }

    private static func parameters(_ entry: AuditEntry) -> [Parameter] {
        let pairs = entry.detail.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        return [.text(entry.kind), .text(entry.subject), .texts(pairs)]
    }

    private static let insert = Statement(
        "audit.insert", "INSERT INTO audit_entry (kind, subject, detail) VALUES ($1, $2, jsonb_object($3))")
    private static let device = Statement(
        "audit.device",
        """
        SELECT id, at, kind, subject, detail::text FROM audit_entry
        WHERE subject = $1 AND (kind LIKE 'alert.%' OR kind LIKE 'device.%' OR kind LIKE 'key.%') ORDER BY id DESC LIMIT $2
        """)
    private static let enrolments = Statement(
        "audit.enrolments",
        """
        SELECT id, at, kind, subject, detail::text FROM audit_entry
        WHERE subject = $1 AND kind IN ('alert.enrolmentLimit', 'enrolment.allowed') ORDER BY id DESC LIMIT $2
        """)
    private static let list = Statement(
        "audit.list",
        "SELECT id, at, kind, subject, detail::text FROM audit_entry WHERE id > $1 ORDER BY id LIMIT $2")
}
