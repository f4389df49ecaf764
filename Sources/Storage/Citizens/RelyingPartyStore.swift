/// Relying parties. Their secrets are stored only as hashes.
public struct RelyingPartyStore: Sendable {
    let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Adds one, with an audit entry. A secret that is already in use is `uniqueViolation`.
    public func add(
        id: String, name: String, secretHash: [UInt8], settings: RelyingPartySettings = RelyingPartySettings(),
        deadline: StorageDeadline
    ) throws(StorageError) {
        let parameters: [Parameter] = [.uuid(id), .text(name), .bytes(secretHash)] + settings.parameters
        let usual = RelyingPartySettings()
        let detail = settings.changes(from: usual).merging(["name": name]) { $1 }
        let entry = AuditEntry(kind: "rp.added", subject: id, detail: detail)
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Void> in
            try connection.run(Self.insert, parameters, deadline: deadline)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(())
        }
    }

    public func list(deadline: StorageDeadline) throws(StorageError) -> [RelyingParty] {
        try pool.query(Self.all, [], deadline: deadline)
            .map { (row) throws(StorageError) -> RelyingParty in try RelyingParty(&row) }
    }

    /// The relying party with this secret, enabled or not.
    public func bySecretHash(_ hash: [UInt8], deadline: StorageDeadline) throws(StorageError) -> RelyingParty? {
        try RelyingParty.first(of: pool.query(Self.byHash, [.bytes(hash)], deadline: deadline))
    }

    /// The same, to be read with something else.
    public func lookup(secretHash hash: [UInt8]) -> Lookup<RelyingParty?> {
        Lookup(Self.byHash(.bytes(hash))) { (results) throws(StorageError) -> RelyingParty? in
            try RelyingParty.first(of: results[0])
        }
    }

    /// The relying party that opened this session, enabled or not, to be read with something else.
    public func lookup(session id: String) -> Lookup<RelyingParty?> {
        Lookup(Self.bySession(.uuid(id))) { (results) throws(StorageError) -> RelyingParty? in
            try RelyingParty.first(of: results[0])
        }
    }

    /// Switches one on or off, with an audit entry; false when it does not exist.
    public func setEnabled(
        id: String, _ enabled: Bool, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let changed = try connection.run(Self.enable, [.uuid(id), .bool(enabled)], deadline: deadline).affected
            guard changed == 1 else { return .rollback(false) }
            let entry = AuditEntry(kind: enabled ? "rp.enabled" : "rp.disabled", subject: id)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(true)
        }
    }

    private static let insert = Statement(
        "rp.insert",
        """
        INSERT INTO relying_party (id, name, secret_hash, vc_format, accepts_flat, rights, names, addresses,
            allows_address_auth, certificate_hash, open_sessions, sessions_per_minute)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        """)
    private static let all = Statement(
        "rp.all", "SELECT" + RelyingParty.columns + "FROM relying_party p ORDER BY p.created_at, p.id")
    static let byHash = Statement(
        "rp.byHash", "SELECT" + RelyingParty.columns + "FROM relying_party p WHERE p.secret_hash = $1")
    private static let bySession = Statement(
        "rp.bySession",
        "SELECT" + RelyingParty.columns
            + "FROM relying_party p WHERE p.id = (SELECT s.rp_id FROM rp_session s WHERE s.id = $1)")
    private static let enable = Statement("rp.enable", "UPDATE relying_party SET enabled = $2 WHERE id = $1")
}
