/// Receipts of attested keys that are exchanged for newer ones: which is due, and what came of it.
public struct ReceiptStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Takes the receipt that has been due for the longest, of a key that speaks for a document. Until the lease ends
    /// no other process gets it; a process that dies loses nothing but that time.
    /// - Parameters:
    ///   - team: ten characters: receipts of other teams' apps are nothing to ask with its key
    ///   - seconds: of the lease
    public func lease(team: String, seconds: Int, deadline: StorageDeadline) throws(StorageError) -> LeasedReceipt? {
        let rows = try pool.query(Self.lease, [.text(team), .int(seconds)], deadline: deadline)
        guard var row = rows.first else { return nil }
        return try LeasedReceipt(&row)
    }

    /// Notes what came of it, unless the lease has ended and somebody else has it.
    /// - Returns: whether it was noted
    @discardableResult
    public func settle(
        _ lease: LeasedReceipt, _ outcome: ReceiptOutcome, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        let key = [Parameter.bytes(lease.keyId), .time(lease.until)]
        switch outcome {
        case .replaced(let receipt, let metric, let measuredAt, let due):
            let values: [Parameter] = [.bytes(receipt), .int(Int64(metric)), .time(measuredAt), .time(due)]
            return try pool.query(Self.replace, key + values, deadline: deadline).affected == 1
        case .postponed(let due):
            return try pool.query(Self.postpone, key + [.time(due)], deadline: deadline).affected == 1
        case .ended(let reason):
            return try pool.query(Self.end, key + [.text(reason)], deadline: deadline).affected == 1
        }
    }

    // Whole milliseconds: the end of the lease comes back as one, to be compared.
    private static let lease = Statement(
        "receipt.lease",
        """
        UPDATE attested_key
        SET receipt_due = date_trunc('milliseconds', clock_timestamp()) + $2::bigint * interval '1 second'
        WHERE key_id = (
            SELECT y.key_id FROM attested_key y
            WHERE y.receipt_due <= now() AND y.state = 'ACTIVE' AND y.document_number IS NOT NULL
                AND y.platform = 'ios' AND left(y.app_id, 10) = $1
            ORDER BY y.receipt_due LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING key_id, environment, app_id, public_key, receipt, receipt_due
        """)
    private static let replace = Statement(
        "receipt.replace",
        """
        UPDATE attested_key SET receipt = $3, risk_metric = $4, risk_measured_at = $5, receipt_due = $6
        WHERE key_id = $1 AND receipt_due = $2
        """)
    private static let postpone = Statement(
        "receipt.postpone", "UPDATE attested_key SET receipt_due = $3 WHERE key_id = $1 AND receipt_due = $2")
    private static let end = Statement(
        "receipt.end",
        "UPDATE attested_key SET receipt_due = NULL, receipt_ended = $3 WHERE key_id = $1 AND receipt_due = $2")
}
