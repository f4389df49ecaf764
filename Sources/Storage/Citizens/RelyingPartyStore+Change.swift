extension RelyingPartyStore {
    /// The relying party with this id, enabled or not.
    public func byId(_ id: String, deadline: StorageDeadline) throws(StorageError) -> RelyingParty? {
        try RelyingParty.first(of: pool.query(Self.byIdStatement, [.uuid(id)], deadline: deadline))
    }

    /// Puts another secret in the place of the one that was, which is of no use from then on; with an audit entry.
    /// False when there is no such party. A secret that is already in use is `uniqueViolation`.
    public func replaceSecret(
        id: String, hash: [UInt8], deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let changed = try connection.run(Self.replace, [.uuid(id), .bytes(hash)], deadline: deadline).affected
            guard changed == 1 else { return .rollback(false) }
            let entry = AuditEntry(kind: "rp.secretReplaced", subject: id)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(true)
        }
    }

    /// Puts other settings, and perhaps another registered name, in the place of those that were, if they still are;
    /// with an audit entry that names what is new. False when there is no such party, or when somebody else has changed
    /// its settings since `former` were read.
    public func change(
        id: String, name: String?, from former: RelyingPartySettings, to settings: RelyingPartySettings,
        deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let found = try connection.run(Self.lock, [.uuid(id)], deadline: deadline)
            guard let party = try RelyingParty.first(of: found), party.settings == former else {
                return .rollback(false)
            }
            try connection.run(Self.set, [.uuid(id), .text(name)] + settings.parameters, deadline: deadline)
            var detail = settings.changes(from: former)
            if let name { detail["name"] = name }
            let entry = AuditEntry(kind: "rp.changed", subject: id, detail: detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(true)
        }
    }

    private static let byIdStatement = Statement(
        "rp.byId", "SELECT" + RelyingParty.columns + "FROM relying_party p WHERE p.id = $1")
    private static let lock = Statement(
        "rp.lock", "SELECT" + RelyingParty.columns + "FROM relying_party p WHERE p.id = $1 FOR UPDATE")
    private static let set = Statement(
        "rp.set",
        """
        UPDATE relying_party SET name = coalesce($2, name), vc_format = $3, accepts_flat = $4, rights = $5, names = $6,
            addresses = $7, allows_address_auth = $8, certificate_hash = $9, open_sessions = $10,
            sessions_per_minute = $11
        WHERE id = $1
        """)
    private static let replace = Statement("rp.replace", "UPDATE relying_party SET secret_hash = $2 WHERE id = $1")
}
