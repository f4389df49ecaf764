/// Relying parties. Their secrets are stored only as hashes.
public struct RelyingPartyStore: Sendable {
    let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Adds one, with an audit entry. A secret that is already in use is `uniqueViolation`.
    public func add(
        id: String, name: String, secretHash: [UInt8], vcFormat: String, acceptsFlatBodies: Bool = false,
        deadline: StorageDeadline
    ) throws(StorageError) {
        let parameters: [Parameter] = [
            .uuid(id), .text(name), .bytes(secretHash), .text(vcFormat), .bool(acceptsFlatBodies),
        ]
        let entry = AuditEntry(kind: "rp.added", subject: id, detail: ["name": name])
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
        guard var row = try pool.query(Self.byHash, [.bytes(hash)], deadline: deadline).first else { return nil }
        return try RelyingParty(&row)
    }

    /// The same, to be read with something else.
    public func lookup(secretHash hash: [UInt8]) -> Lookup<RelyingParty?> {
        Lookup(Self.byHash(.bytes(hash))) { (results) throws(StorageError) -> RelyingParty? in
            guard var row = results[0].first else { return nil }
            return try RelyingParty(&row)
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
        "INSERT INTO relying_party (id, name, secret_hash, vc_format, accepts_flat) VALUES ($1, $2, $3, $4, $5)")
    private static let all = Statement(
        "rp.all", "SELECT" + RelyingParty.columns + "FROM relying_party ORDER BY created_at, id")
    private static let byHash = Statement(
        "rp.byHash", "SELECT" + RelyingParty.columns + "FROM relying_party WHERE secret_hash = $1")
    private static let enable = Statement("rp.enable", "UPDATE relying_party SET enabled = $2 WHERE id = $1")
}
