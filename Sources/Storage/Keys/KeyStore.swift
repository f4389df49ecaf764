/// Keys and certificates outside of signing.
public struct KeyStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// The key of a slot with its certificate, if that is active and in its time.
    public func load(
        documentNumber: String, slot: String, deadline: StorageDeadline
    ) throws(StorageError) -> KeyWithCertificate? {
        try Self.held(pool.query(Self.bySlot, [.uuid(documentNumber), .text(slot)], deadline: deadline))
    }

    static func held(_ found: ResultSet) throws(StorageError) -> KeyWithCertificate? {
        guard var row = found.first else { return nil }
        let key = try KeyRecord(&row)
        return KeyWithCertificate(key: key, certificate: try CertificateRecord.optional(row))
    }

    /// The active certificates for a slot of a citizen's active devices, newest first.
    public func activeCertificates(
        citizenId: String, slot: String, deadline: StorageDeadline
    ) throws(StorageError) -> [CertificateRecord] {
        try pool.query(Self.ofCitizen, [.uuid(citizenId), .text(slot)], deadline: deadline)
            .map { (row) throws(StorageError) -> CertificateRecord in try CertificateRecord(&row) }
    }

    /// Every certificate of a document, newest first.
    public func certificates(
        documentNumber: String, deadline: StorageDeadline
    ) throws(StorageError) -> [CertificateRecord] {
        try pool.query(Self.ofDocument, [.uuid(documentNumber)], deadline: deadline)
            .map { (row) throws(StorageError) -> CertificateRecord in try CertificateRecord(&row) }
    }

    public func certificate(serial: String, deadline: StorageDeadline) throws(StorageError) -> CertificateRecord? {
        guard var row = try pool.query(Self.bySerial, [.text(serial)], deadline: deadline).first else { return nil }
        return try CertificateRecord(&row)
    }

    /// Whether a modulus with this hash was ever enrolled: an early answer; the unique index decides.
    public func modulusSeen(nHash: [UInt8], deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.query(Self.seen, [.bytes(nHash)], deadline: deadline).count > 0
    }

    /// ACTIVE → SUSPENDED for both slots of a document; returns how many slots changed. Written with its audit entry,
    /// also when nothing changed.
    @discardableResult
    public func suspendBoth(
        documentNumber: String, audit: AuditEntry, deadline: StorageDeadline
    ) throws(StorageError) -> Int {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Int> in
            .commit(
                try Self.suspendBoth(documentNumber: documentNumber, audit: audit, on: connection, deadline: deadline))
        }
    }

    /// Part of a caller's transaction. Rows are locked in the order of their slots, so that two suspensions cannot
    /// wait for each other.
    static func suspendBoth(
        documentNumber: String, audit: AuditEntry, on connection: Connection, deadline: StorageDeadline
    ) throws(StorageError) -> Int {
        try connection.run(lockSlots, [.uuid(documentNumber)], deadline: deadline)
        let changed = try connection.run(suspend, [.uuid(documentNumber)], deadline: deadline).affected
        try AuditLog.append(audit, on: connection, deadline: deadline)
        return changed
    }

    static let lockKey = Statement(
        "key.lock", "UPDATE key_share SET state = 'LOCKED' WHERE key_id = $1 AND state <> 'LOCKED'")
    static let revoke = Statement(
        "key.revoke",
        """
        UPDATE certificate SET state = 'REVOKED', revoked_at = clock_timestamp(), reason = $2
        WHERE key_id = $1 AND state <> 'REVOKED'
        """)
    static let lockSlots = Statement(
        "key.lockSlots", "SELECT key_id FROM key_share WHERE document_number = $1 ORDER BY slot FOR UPDATE")
    static let suspend = Statement(
        "key.suspend", "UPDATE key_share SET state = 'SUSPENDED' WHERE document_number = $1 AND state = 'ACTIVE'")
    private static let bySlot = Statement(
        "key.bySlot", heldHead + "AND k.slot = $2")
    /// Parameters: document, session.
    static let forSession = Statement(
        "key.forSession", heldHead + "AND k.slot = (SELECT s.slot FROM rp_session s WHERE s.id = $2)")
    private static let heldHead: SQL =
        "SELECT" + KeyRecord.columns + "," + CertificateRecord.columns
            + """
            FROM key_share k LEFT JOIN certificate e ON e.key_id = k.key_id AND e.state = 'ACTIVE'
                AND e.not_before <= clock_timestamp() AND e.not_after > clock_timestamp()
            WHERE k.document_number = $1
            """
    static let ofCitizen = Statement(
        "certificate.ofCitizen",
        "SELECT" + CertificateRecord.columns
            + """
            FROM certificate e JOIN device d ON d.document_number = e.document_number
            JOIN key_share k ON k.key_id = e.key_id
            WHERE d.citizen_id = $1 AND e.slot = $2 AND e.state = 'ACTIVE' AND d.state = 'ACTIVE' AND k.state = 'ACTIVE'
                AND e.not_after > now()
            ORDER BY e.created_at DESC, e.serial
            """)
    private static let ofDocument = Statement(
        "certificate.ofDocument",
        "SELECT" + CertificateRecord.columns
            + "FROM certificate e WHERE e.document_number = $1 ORDER BY e.created_at DESC, e.serial")
    private static let bySerial = Statement(
        "certificate.bySerial", "SELECT" + CertificateRecord.columns + "FROM certificate e WHERE e.serial = $1")
    private static let seen = Statement("key.modulusSeen", "SELECT 1 FROM modulus WHERE n_hash = $1")
}
