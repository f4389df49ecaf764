/// A key with the proofs of its epoch as the archive keeps them.
public struct ArchivedKey: Sendable, Equatable {
    /// The archive's half.
    public struct Proofs: Sendable, Equatable {
        /// Of the enrolment, or of the refresh that made the epoch.
        public let generationId: String
        public let ssid: [UInt8]
        public let parametersHash: [UInt8]
        public let nonceP1: [UInt8]
        public let nonceP2: [UInt8]
        public let commitment: [UInt8]
        public let transcript: [UInt8]
    }

    public let key: KeyRecord
    /// Unix milliseconds of the last check; nil when there was none since the epoch was made.
    public let checkedAt: Int64?
    /// nil when the archive has none.
    public let proofs: Proofs?

    init(_ row: inout RowReader) throws(StorageError) {
        key = try KeyRecord(&row)
        checkedAt = try row.optionalTime()
        guard let generation = try row.optionalUUID() else {
            proofs = nil
            return
        }
        proofs = Proofs(
            generationId: generation, ssid: try row.bytes(), parametersHash: try row.bytes(),
            nonceP1: try row.bytes(), nonceP2: try row.bytes(), commitment: try row.bytes(),
            transcript: try row.bytes())
    }
}

/// Keys and their archived proofs, for checking them again.
public struct ProofStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Up to `limit` keys that are not locked and whose proofs were not checked since then, in the order of their ids.
    /// - Parameter since: Unix milliseconds of the database's clock
    public func unchecked(
        since: Int64, limit: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [ArchivedKey] {
        try pool.query(Self.uncheckedKeys, [.time(since), .int(limit)], deadline: deadline)
            .map { (row) throws(StorageError) -> ArchivedKey in try ArchivedKey(&row) }
    }

    /// Keys behind an id, in the order of their ids.
    /// - Parameter isUnverified: only those whose proofs did not pass
    public func keys(
        after: String?, isUnverified: Bool, limit: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [ArchivedKey] {
        try pool.query(Self.list, [.uuid(after), .bool(isUnverified), .int(limit)], deadline: deadline)
            .map { (row) throws(StorageError) -> ArchivedKey in try ArchivedKey(&row) }
    }

    public func key(_ keyId: String, deadline: StorageDeadline) throws(StorageError) -> ArchivedKey? {
        guard var row = try pool.query(Self.one, [.uuid(keyId)], deadline: deadline).first else { return nil }
        return try ArchivedKey(&row)
    }

    /// Notes a check, with an audit entry when its result is another than before; false when the key has moved to
    /// another epoch since it was read.
    /// - Parameters:
    ///   - version: of the rules that the proofs have passed, 0 when they have not
    ///   - code: of the failed check
    @discardableResult
    public func record(
        _ key: KeyRecord, version: Int, code: String?, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let noted = try connection.run(
                Self.note, [.uuid(key.keyId), .int(key.epoch), .int(version)], deadline: deadline)
            guard noted.affected == 1 else { return .rollback(false) }
            guard version != key.proofVersion else { return .commit(true) }
            var detail = ["key": key.keyId, "slot": key.slot, "epoch": "\(key.epoch)", "version": "\(version)"]
            detail["check"] = code
            let entry = AuditEntry(
                kind: code == nil ? "key.verified" : "alert.keyUnverified", subject: key.documentNumber, detail: detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(true)
        }
    }

    private static let head: SQL =
        "SELECT" + KeyRecord.columns
            + """
            , k.proofs_checked_at, p.enrolment_id, p.ssid, p.parameters_hash, p.nonce_p1, p.nonce_p2, p.commitment,
                p.transcript
            FROM key_share k LEFT JOIN proof_archive p ON p.key_id = k.key_id AND p.epoch = k.epoch
            """
    private static let uncheckedKeys = Statement(
        "proof.unchecked",
        head
            + """
            WHERE k.state <> 'LOCKED' AND (k.proofs_checked_at IS NULL OR k.proofs_checked_at < $1)
            ORDER BY k.key_id LIMIT $2
            """)
    private static let list = Statement(
        "proof.list",
        head
            + "WHERE ($1::uuid IS NULL OR k.key_id > $1) AND (NOT $2 OR k.proof_version = 0) ORDER BY k.key_id LIMIT $3"
    )
    private static let one = Statement("proof.one", head + "WHERE k.key_id = $1")
    private static let note = Statement(
        "proof.note",
        """
        UPDATE key_share SET proof_version = $3, proofs_checked_at = clock_timestamp() WHERE key_id = $1 AND epoch = $2
        """)
}
