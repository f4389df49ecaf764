/// The SQL of operators' acts. The one parameter of most is the document number.
extension DeviceAdministration {
    /// Sessions that only this device can answer: bound or addressed to it, or its citizen's when no other device of
    /// theirs is active. Each arm can use an index.
    private static let itsSessions: SQL = """
        SELECT s.id FROM rp_session s WHERE s.id IN (
            SELECT id FROM rp_session WHERE state = 'RUNNING' AND bound_document = $1
            UNION
            SELECT o.id FROM device d JOIN rp_session o ON o.citizen_id = d.citizen_id AND o.state = 'RUNNING'
            WHERE d.document_number = $1 AND o.bound_document IS NULL
                AND CASE WHEN o.addressed_document IS NULL
                    THEN NOT EXISTS (SELECT 1 FROM device x WHERE x.citizen_id = d.citizen_id
                        AND x.document_number <> $1 AND x.state = 'ACTIVE')
                    ELSE o.addressed_document = $1 END)
        ORDER BY s.id
        """
    static let lockSessions = Statement("device.lockSessions", itsSessions + "FOR UPDATE OF s")
    /// One that was opened since `lockSessions`, and in which a commit waits for the key that is held here, is passed
    /// over: it ends by its time, and its commit finds the key LOCKED.
    static let openSessions = Statement("device.openSessions", itsSessions + "FOR UPDATE OF s SKIP LOCKED")
    static let lockDevice = Statement(
        "device.lock", "SELECT state FROM device WHERE document_number = $1 FOR NO KEY UPDATE")

    static let suspendDevice = Statement(
        "device.suspend",
        "UPDATE device SET state = 'SUSPENDED' WHERE document_number = $1 AND state = 'ACTIVE'")
    static let activateKeys = Statement(
        "device.activateKeys",
        "UPDATE key_share SET state = 'ACTIVE' WHERE document_number = $1 AND state = 'SUSPENDED'")
    static let activateDevice = Statement(
        "device.activate",
        "UPDATE device SET state = 'ACTIVE' WHERE document_number = $1 AND state = 'SUSPENDED'")
    static let lockKeys = Statement(
        "device.lockKeys", "UPDATE key_share SET state = 'LOCKED' WHERE document_number = $1 AND state <> 'LOCKED'")
    static let revokeCertificates = Statement(
        "device.revokeCertificates",
        """
        UPDATE certificate SET state = 'REVOKED', revoked_at = clock_timestamp(), reason = $2
        WHERE document_number = $1 AND state <> 'REVOKED'
        """)
    static let revokeDevice = Statement(
        "device.revoke", "UPDATE device SET state = 'REVOKED' WHERE document_number = $1 AND state <> 'REVOKED'")

    /// Whether every key is locked; whether a copy was found that holds a key still: a refresh since then has left it
    /// out.
    static let standing = Statement(
        "device.standing",
        """
        SELECT (SELECT coalesce(bool_and(state = 'LOCKED'), false) FROM key_share WHERE document_number = $1),
            EXISTS (SELECT 1 FROM audit_entry c JOIN key_share k ON k.document_number = $1 AND k.state <> 'LOCKED'
                    AND coalesce(k.refreshed_at <= c.at, true)
                WHERE c.subject = $1::text AND c.kind = 'alert.clone')
        """)
    static let ratchet = Statement(
        "device.ratchet", "SELECT ratchet = $3 FROM key_share WHERE document_number = $1 AND slot = $2")
}
