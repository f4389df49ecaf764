extension RelyingPartyStore {
    /// The relying party with this id, enabled or not.
    public func byId(_ id: String, deadline: StorageDeadline) throws(StorageError) -> RelyingParty? {
        guard var row = try pool.query(Self.byIdStatement, [.uuid(id)], deadline: deadline).first else { return nil }
        return try RelyingParty(&row)
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

    private static let byIdStatement = Statement(
        "rp.byId", "SELECT" + RelyingParty.columns + "FROM relying_party WHERE id = $1")
    private static let replace = Statement("rp.replace", "UPDATE relying_party SET secret_hash = $2 WHERE id = $1")
}
