/// Keys of phones' secure hardware: which there are, whose they are, how far their counters have come.
public struct AttestedKeyStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    public func byId(_ keyId: [UInt8], deadline: StorageDeadline) throws(StorageError) -> AttestedKeyRecord? {
        guard var row = try pool.query(Self.get, [.bytes(keyId)], deadline: deadline).first else { return nil }
        return try AttestedKeyRecord(&row)
    }

    /// The keys of a device, newest first.
    public func ofDevice(
        documentNumber: String, deadline: StorageDeadline
    ) throws(StorageError) -> [AttestedKeyRecord] {
        try pool.query(Self.byDocument, [.uuid(documentNumber)], deadline: deadline)
            .map { (row) throws(StorageError) -> AttestedKeyRecord in try AttestedKeyRecord(&row) }
    }

    /// Lets in one request whose signature by the key was right: uses the nonce up and moves the counter by one
    /// compare-and-set each, in one transaction with whatever is read on the same trip. A refused request may still
    /// have used up its nonce or moved its own key's counter: both were signed by that key, and neither is of use
    /// again.
    public func admission(
        _ spending: NonceSpending, keyId: [UInt8], counter: UInt32
    ) -> Lookup<AdmissionOutcome> {
        Lookup(spending.statement, Self.count(.bytes(keyId), .int(Int64(counter)))) {
            (results) throws(StorageError) -> AdmissionOutcome in
            guard results[0].affected == 1 else { return .nonceSpent }
            guard var row = results[1].first else { return .counterReplayed }
            return .admitted(try Self.use(&row))
        }
    }

    /// Stores a key that has just been attested and uses the nonce of that request up, in one transaction. A key that
    /// is there already stays as it is: its phone attested it again because an answer was lost.
    public func register(
        _ key: NewAttestedKey, _ spending: NonceSpending, deadline: StorageDeadline
    ) throws(StorageError) -> AdmissionOutcome {
        let results = try pool.query(
            [
                spending.statement,
                Self.insert(
                    .bytes(key.keyId), .text(key.platform), .text(key.environment), .text(key.appId),
                    .bytes(key.publicKey), .bytes(key.receipt), .text(key.bundleVersion),
                    .int(key.category.map(Int64.init))),
                Self.standing(.bytes(key.keyId)),
            ], deadline: deadline)
        guard results[0].affected == 1 else { return .nonceSpent }
        guard var row = results[2].first else { return .keyUnknown }
        return .admitted(try Self.use(&row))
    }

    /// Notes that a key has signed its first request for its document: keys that were the document's before it retire
    /// with that, and not before, so that a phone whose answer was lost is not shut out.
    public func confirm(_ keyId: [UInt8], deadline: StorageDeadline) throws(StorageError) {
        try pool.query([Self.confirm(.bytes(keyId)), Self.retire(.bytes(keyId))], deadline: deadline)
    }

    /// Gives a document another key, whose phone has proved to know the document's PIN. Audited the first time. A
    /// device whose new key is of another platform is of that platform from now on, and its push token, which was the
    /// other platform's, is gone.
    ///
    /// - Parameter perDay: keys that a document may get in 24 hours; calls at once may exceed it by a few
    public func reattest(
        _ keyId: [UInt8], documentNumber: String, perDay: Int, audit: AuditEntry, deadline: StorageDeadline
    ) throws(StorageError) -> ReattestOutcome {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<ReattestOutcome> in
            let counted = try connection.run(Self.boundToday, [.uuid(documentNumber)], deadline: deadline)
            if var row = counted.first, try row.int64() >= Int64(perDay) { return .rollback(.tooMany) }
            let bound = try connection.run(Self.bind, [.bytes(keyId), .uuid(documentNumber)], deadline: deadline)
            if bound.affected == 1 {
                try connection.run(Self.move, [.bytes(keyId), .uuid(documentNumber)], deadline: deadline)
                try AuditLog.append(audit, on: connection, deadline: deadline)
                return .commit(.bound)
            }
            let held = try connection.run(Self.held, [.bytes(keyId), .uuid(documentNumber)], deadline: deadline)
            return .rollback(held.count == 1 ? .bound : .taken)
        }
    }

    /// Part of the transaction that completes an enrolment.
    static func bind(
        _ keyId: [UInt8], documentNumber: String, on connection: Connection, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try connection.run(bind, [.bytes(keyId), .uuid(documentNumber)], deadline: deadline).affected == 1
    }

    /// Forgets keys that came to no document in an hour, six times as long as an enrolment may take.
    @discardableResult
    public func sweep(deadline: StorageDeadline) throws(StorageError) -> Int {
        try pool.query(Self.sweepStatement, [], deadline: deadline).affected
    }

    private static func use(_ row: inout RowReader) throws(StorageError) -> AttestedKeyUse {
        AttestedKeyUse(documentNumber: try row.optionalUUID(), isConfirmed: try row.bool())
    }

    private static let get = Statement(
        "attestedKey.get", "SELECT" + AttestedKeyRecord.columns + "FROM attested_key y WHERE y.key_id = $1")
    private static let byDocument = Statement(
        "attestedKey.ofDevice",
        "SELECT" + AttestedKeyRecord.columns
            + "FROM attested_key y WHERE y.document_number = $1 ORDER BY y.attested_at DESC, y.key_id")
    private static let count = Statement(
        "attestedKey.count",
        """
        UPDATE attested_key SET counter = $2 WHERE key_id = $1 AND counter < $2 AND state = 'ACTIVE'
        RETURNING document_number, confirmed_at IS NOT NULL
        """)
    private static let insert = Statement(
        "attestedKey.insert",
        """
        INSERT INTO attested_key
            (key_id, platform, environment, app_id, public_key, receipt, bundle_version, category, receipt_due)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE $2 WHEN 'ios' THEN clock_timestamp() END) ON CONFLICT DO NOTHING
        """)
    private static let standing = Statement(
        "attestedKey.standing",
        """
        SELECT document_number, confirmed_at IS NOT NULL FROM attested_key WHERE key_id = $1 AND state = 'ACTIVE'
        """)
    private static let confirm = Statement(
        "attestedKey.confirm",
        """
        UPDATE attested_key SET confirmed_at = clock_timestamp()
        WHERE key_id = $1 AND document_number IS NOT NULL AND confirmed_at IS NULL
        """)
    private static let retire = Statement(
        "attestedKey.retire",
        """
        UPDATE attested_key f SET state = 'RETIRED', receipt = '', receipt_due = NULL FROM attested_key k
        WHERE k.key_id = $1 AND k.state = 'ACTIVE' AND f.document_number = k.document_number
            AND f.bound_at < k.bound_at AND f.state = 'ACTIVE'
        """)
    private static let bind = Statement(
        "attestedKey.bind",
        """
        UPDATE attested_key SET document_number = $2, bound_at = clock_timestamp()
        WHERE key_id = $1 AND document_number IS NULL AND state = 'ACTIVE'
        """)
    private static let boundToday = Statement(
        "attestedKey.boundToday",
        """
        SELECT count(*) FROM attested_key
        WHERE document_number = $1 AND bound_at > clock_timestamp() - interval '24 hours'
        """)
    private static let move = Statement(
        "attestedKey.move",
        """
        UPDATE device d SET platform = y.platform, push_token = NULL FROM attested_key y
        WHERE y.key_id = $1 AND d.document_number = $2 AND d.platform <> y.platform
        """)
    private static let held = Statement(
        "attestedKey.held",
        "SELECT 1 FROM attested_key WHERE key_id = $1 AND document_number = $2 AND state = 'ACTIVE'")
    private static let sweepStatement = Statement(
        "attestedKey.sweep",
        """
        DELETE FROM attested_key WHERE key_id IN
            (SELECT y.key_id FROM attested_key y WHERE y.document_number IS NULL
                AND y.attested_at < now() - interval '1 hour' AND NOT EXISTS (
                    SELECT 1 FROM enrolment n WHERE n.attested_key = y.key_id AND n.state IN ('OPEN', 'COMPUTING'))
            LIMIT 5000)
        """)
}
