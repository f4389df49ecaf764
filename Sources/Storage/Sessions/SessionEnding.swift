/// The steps that end sessions, as parts of a caller's transaction that holds the session rows.
enum SessionEnding {
    /// Ends what is open in these sessions: without a stored answer → BURNED (nothing has left), PROVED with one →
    /// UNKNOWN (a signature may exist). `storeAnswer` requires PROVED, so that no c3 leaves after this.
    static func closeAttempts(
        _ sessionIds: [String], reason: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) {
        try connection.run(closeAll, [.uuids(sessionIds), .text(reason)], deadline: deadline)
    }

    /// TIMEOUT for one session that is due; false when it is not.
    static func expire(
        _ id: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        guard try connection.run(expireOne, [.uuid(id)], deadline: deadline).affected == 1 else { return false }
        try closeAttempts([id], reason: "TIMEOUT", on: connection, deadline)
        try connection.run(SessionStatements.auditTimeouts, [.uuids([id])], deadline: deadline)
        return true
    }

    /// Ends a RUNNING session, expired or not, with a result of the server's own; false when it had ended.
    static func end(
        _ id: String, result: String, detail: String?, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        let ended = try connection.run(endOne, [.uuid(id), .text(result), .text(detail)], deadline: deadline)
        guard ended.affected == 1 else { return false }
        try closeAttempts([id], reason: result, on: connection, deadline)
        var facts = ["endResult": result]
        facts["detail"] = detail
        let entry = AuditEntry(kind: "session.completed", subject: id, detail: facts)
        try AuditLog.append(entry, on: connection, deadline: deadline)
        return true
    }

    private static let closeAll = Statement(
        "session.closeAttempts",
        """
        WITH closed AS (
            UPDATE attempt SET state = CASE WHEN state = 'PROVED' AND s4_answer IS NOT NULL THEN 'UNKNOWN' ELSE 'BURNED' END,
                end_reason = $2, ended_at = clock_timestamp()
            WHERE session_id = ANY ($1) AND state IN ('COMMITTED', 'PROVED')
            RETURNING id, session_id, document_number, state, digest, r)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT CASE state WHEN 'UNKNOWN' THEN 'attempt.unknown' ELSE 'attempt.burned' END, document_number::text,
            jsonb_build_object('attempt', encode(id, 'hex'), 'session', session_id, 'reason', $2,
                'digest', encode(digest, 'hex'), 'r', encode(r, 'hex'))
        FROM closed
        """)
    private static let expireOne = Statement(
        "session.expireOne",
        """
        UPDATE rp_session SET state = 'COMPLETE', end_result = 'TIMEOUT', completed_at = clock_timestamp(),
            readable_until = clock_timestamp() + interval '10 minutes'
        WHERE id = $1 AND state = 'RUNNING' AND expires_at <= clock_timestamp()
        """)
    private static let endOne = Statement(
        "session.endOne",
        """
        UPDATE rp_session SET state = 'COMPLETE', end_result = $2, end_detail = $3, completed_at = clock_timestamp(),
            readable_until = clock_timestamp() + interval '10 minutes'
        WHERE id = $1 AND state = 'RUNNING'
        """)
}
