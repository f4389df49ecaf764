/// Citizens whose enrolments were rejected too often for a day, and what an operator does about them
/// (threshold-ecdsa A.5: manual review).
///
/// That a citizen may try again is an entry of the audit, and what was rejected before the last of these does not
/// count: there is nothing else that could disagree with it.
public struct EnrolmentReview: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// The citizen's enrolments, newest first.
    public func enrolments(
        citizenId: String, limit: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [EnrolmentSummary] {
        try pool.query(
            Self.ofCitizen, [.uuid(citizenId), .int(min(max(limit, 0), 1_000))], deadline: deadline
        ).map { (row) throws(StorageError) -> EnrolmentSummary in try EnrolmentSummary(&row) }
    }

    /// Lets the citizen try again: what was rejected up to now counts no more.
    /// - Returns: how many did count; 0: none, and nothing was written
    public func allow(
        citizenId: String, _ act: OperatorAct, deadline: StorageDeadline
    ) throws(StorageError) -> Int {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Int> in
            // Counting and forgiving come one after the other. What is being rejected and waits for this lock has its
            // time from before it, and is forgiven with the rest.
            try connection.run(EnrolmentStatements.lockCitizen, [.uuid(citizenId)], deadline: deadline)
            let found = try connection.run(Self.counted, [.uuid(citizenId)], deadline: deadline)
            guard var row = found.first, case let count = try row.int(), count > 0 else { return .rollback(0) }
            let entry = AuditEntry(
                kind: "enrolment.allowed", subject: citizenId,
                detail: ["by": act.by, "reason": act.reason, "rejected": "\(count)"])
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(count)
        }
    }

    private static let counted = Statement(
        "review.counted",
        "SELECT count(*) FROM enrolment n WHERE n.citizen_id = $1 AND" + EnrolmentStatements.isCounted)
    private static let ofCitizen = Statement(
        "review.ofCitizen",
        """
        SELECT n.document_number, n.state, n.platform, n.created_at,
            (SELECT e.detail->>'reason' FROM audit_entry e WHERE e.subject = n.document_number::text
                AND e.kind = 'enrolment.failed' ORDER BY e.id DESC LIMIT 1),
        """ + EnrolmentStatements.isCounted
            + "FROM enrolment n WHERE n.citizen_id = $1 ORDER BY n.created_at DESC, n.id LIMIT $2")
}
