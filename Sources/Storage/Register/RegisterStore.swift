/// What is on record about a citizen, for relying parties that may read it.
public struct RegisterStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Every certificate of a citizen that was ever valid, newest first.
    public func certificates(
        citizenId: String, deadline: StorageDeadline
    ) throws(StorageError) -> [RegisteredCertificate] {
        try pool.query(Self.certificates, [.uuid(citizenId)], deadline: deadline)
            .map { (row) throws(StorageError) -> RegisteredCertificate in try RegisteredCertificate(&row) }
    }

    /// Every phone of a citizen, newest first.
    public func devices(
        citizenId: String, deadline: StorageDeadline
    ) throws(StorageError) -> [RegisteredDevice] {
        try pool.query(Self.devices, [.uuid(citizenId)], deadline: deadline)
            .map { (row) throws(StorageError) -> RegisteredDevice in try RegisteredDevice(&row) }
    }

    /// Log-ins and signatures of a citizen at one relying party, newest first. No party sees those of another.
    public func sessions(
        citizenId: String, relyingPartyId: String, limit: Int, offset: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [RegisteredSession] {
        let page: [Parameter] = [.int(min(max(limit, 0), 100)), .int(min(max(offset, 0), 10_000))]
        return try pool.query(
            Self.sessions, [.uuid(citizenId), .uuid(relyingPartyId)] + page, deadline: deadline
        ).map { (row) throws(StorageError) -> RegisteredSession in try RegisteredSession(&row) }
    }

    /// How many of them there are.
    public func sessionCounts(
        citizenId: String, relyingPartyId: String, deadline: StorageDeadline
    ) throws(StorageError) -> (authentication: Int, signature: Int) {
        let found = try pool.query(
            Self.counts, [.uuid(citizenId), .uuid(relyingPartyId)], deadline: deadline)
        guard var row = found.first else { return (0, 0) }
        return (try row.int(), try row.int())
    }

    private static let certificates = Statement(
        "register.certificates",
        """
        SELECT e.document_number, e.slot, e.serial, e.level, e.der, e.not_before, e.not_after,
            CASE WHEN e.state = 'REVOKED' THEN 'REVOKED' WHEN e.not_after <= clock_timestamp() THEN 'EXPIRED'
                WHEN d.state <> 'ACTIVE' OR k.state <> 'ACTIVE' THEN 'SUSPENDED' ELSE 'VALID' END
        FROM device d JOIN certificate e ON e.document_number = d.document_number JOIN key_share k ON k.key_id = e.key_id
        WHERE d.citizen_id = $1 AND e.state <> 'PENDING' ORDER BY e.created_at DESC, e.serial LIMIT 1000
        """)
    private static let devices = Statement(
        "register.devices",
        """
        SELECT d.document_number, d.platform, d.created_at, d.state = 'ACTIVE', d.deactivated_at FROM device d
        WHERE d.citizen_id = $1 ORDER BY d.created_at DESC, d.document_number LIMIT 1000
        """)
    private static let ofParty: SQL = """
        FROM rp_session s WHERE s.citizen_id = $1 AND s.rp_id = $2 AND s.flow IN ('AUTHENTICATION', 'SIGNATURE')
        """
    private static let sessions = Statement(
        "register.sessions",
        "SELECT s.id, s.flow, s.end_result, s.interactions, s.interaction_type_used,"
            + "coalesce(s.completed_at, s.created_at)" + ofParty
            + "ORDER BY s.created_at DESC, s.id LIMIT $3 OFFSET $4")
    private static let counts = Statement(
        "register.counts",
        "SELECT count(*) FILTER (WHERE s.flow = 'AUTHENTICATION'), count(*) FILTER (WHERE s.flow = 'SIGNATURE')"
            + ofParty)
}
