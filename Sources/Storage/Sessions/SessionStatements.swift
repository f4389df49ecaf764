/// The SQL of sessions. Expiry is always judged by the database's clock.
enum SessionStatements {
    /// The last two parameters are the bounds of `OpenSessionLimits`, or NULL. What a phone is shown is counted, by the
    /// index of what is pending; a device link that nobody has opened is not.
    static let insert = Statement(
        "session.insert",
        """
        WITH open AS (
            SELECT count(*) FILTER (WHERE s.rp_id = $2) AS of_party, count(*) AS in_all FROM rp_session s
            WHERE s.state = 'RUNNING' AND s.expires_at > now() AND s.rp_id IS NOT NULL
                AND (s.session_token IS NULL OR s.bound_document IS NOT NULL) AND s.citizen_id =
                coalesce($6, (SELECT d.citizen_id FROM device d WHERE d.document_number = $7))),
        made AS (
            INSERT INTO rp_session (id, rp_id, flow, slot, signature_protocol, citizen_id, addressed_document,
                relying_party_name, registered_name, interactions, rp_challenge, digest, hash_type, server_random,
                flow_type, initial_callback_url, session_token, sealed_session_secret, session_secret_digest, vc_type,
                vc_value, certificate_level, request_json, expires_at, organisation, organisation_name, confirms,
                shares_device_address, linked_session)
            SELECT $1, $2, $3, $4, $5,
                coalesce($6, (SELECT d.citizen_id FROM device d WHERE d.document_number = $7)), $7, $8, $9, $10, $11,
                $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, now() + $24 * interval '1 millisecond',
                $25, $26, $27, $28, $29
            FROM open
            WHERE $30::bigint IS NULL OR (of_party < $30 AND (of_party = 0 OR in_all < $31))
            RETURNING id, rp_id, flow, created_at, expires_at),
        written AS (
            INSERT INTO audit_entry (kind, subject, detail)
            SELECT 'session.opened', id::text, jsonb_build_object('rp', rp_id, 'flow', flow) FROM made)
        SELECT created_at, expires_at FROM made
        """)

    /// Parameters: session, relying party.
    static let forRelyingParty = Statement(
        "session.forRelyingParty",
        resultHead + "AND s.rp_id = $2")

    private static let resultHead: SQL =
        "SELECT" + SessionRecord.columns + ", e.der, e.level," + Citizen.columns + ", r.right_type, r.role"
            + """
            FROM rp_session s
            LEFT JOIN certificate e ON e.serial = s.certificate_serial
            LEFT JOIN citizen c ON c.id = s.citizen_id
            LEFT JOIN representation r ON r.register = s.organisation AND r.citizen_id = s.citizen_id
                AND r.state = 'ACTIVE' AND (r.valid_to IS NULL OR r.valid_to > clock_timestamp())
            WHERE s.id = $1 AND (s.readable_until IS NULL OR s.readable_until > now())
            """

    /// Parameters: session, hash of the relying party's secret.
    static let forSecret = Statement(
        "session.forSecret",
        resultHead + "AND s.rp_id = (SELECT p.id FROM relying_party p WHERE p.secret_hash = $2)")

    /// Parameter: session.
    static let forAddress = Statement(
        "session.forAddress",
        resultHead + "AND (SELECT p.allows_address_auth FROM relying_party p WHERE p.id = s.rp_id)")

    /// `s` is addressed to, or bound to, the device `d`. A session with a device link is nobody's until somebody opens
    /// the link: a request that nobody has in front of them is never shown.
    static let isForDevice: SQL = """
        (s.bound_document = d.document_number OR (s.bound_document IS NULL AND s.session_token IS NULL
            AND CASE WHEN s.addressed_document IS NULL THEN s.citizen_id = d.citizen_id
                ELSE s.addressed_document = d.document_number END))
        """

    static let forPhone = Statement(
        "session.forPhone",
        "SELECT" + SessionRecord.columns
            + "FROM rp_session s JOIN device d ON d.document_number = $2 WHERE s.id = $1 AND"
            + isForDevice)
    /// Parameters: session, hash of the device's token.
    static let forToken = Statement(
        "session.forToken",
        "SELECT" + SessionRecord.columns
            + "FROM rp_session s JOIN device d ON d.token_hash = $2 WHERE s.id = $1 AND" + isForDevice)
    static let addressedTo = Statement(
        "session.addressedTo",
        "SELECT" + SessionRecord.columns
            + """
            FROM rp_session s JOIN device d ON d.document_number = $2 WHERE s.id = $1 AND (s.bound_document = $2
                OR (s.session_token IS NULL AND CASE WHEN s.addressed_document IS NULL
                    THEN s.citizen_id = d.citizen_id ELSE s.addressed_document = $2 END))
            """)
    static let bind = Statement(
        "session.bind",
        """
        UPDATE rp_session s SET bound_document = d.document_number, citizen_id = d.citizen_id
        FROM device d WHERE s.id = $1 AND d.document_number = $2 AND s.bound_document IS NULL
        """)
    /// Parameters: session, address of the phone. Nothing is noted where nobody may learn it.
    static let noteAddress = Statement(
        "session.noteAddress", "UPDATE rp_session SET device_address = $2 WHERE id = $1 AND shares_device_address")
    /// Parameters: citizen, or document. Held to the end of the transaction, so that what `insert` counts afterwards is
    /// what there is: the lock comes in a statement before, because a statement sees what stood when it began.
    static let lockCitizen = Statement(
        "session.lockCitizen",
        """
        SELECT pg_advisory_xact_lock(1413565767, hashtext(coalesce($1,
            (SELECT d.citizen_id FROM device d WHERE d.document_number = $2))::text))
        """)
    static let pending = Statement(
        "session.pending",
        "SELECT" + SessionRecord.columns
            + """
            FROM (SELECT s.*, row_number() OVER (PARTITION BY s.rp_id ORDER BY s.created_at DESC, s.id) AS place
                FROM device d JOIN rp_session s ON s.state = 'RUNNING' AND s.citizen_id = d.citizen_id
                WHERE d.document_number = $1 AND d.state = 'ACTIVE' AND s.expires_at > now()
                    AND s.rp_id IS NOT NULL AND
            """ + isForDevice + ") s ORDER BY s.place, s.created_at DESC, s.id LIMIT 20")
    static let activity = Statement(
        "session.activity",
        """
        SELECT s.id, s.flow, s.registered_name, s.relying_party_name, s.interactions, s.interaction_type_used,
            s.end_result, EXISTS (SELECT 1 FROM attempt a WHERE a.session_id = s.id
                AND (a.state = 'UNKNOWN' OR a.state = 'FAILED' AND a.s4_answer IS NOT NULL)),
            coalesce(s.completed_at, s.created_at)
        FROM device d JOIN rp_session s ON s.citizen_id = d.citizen_id
        WHERE d.document_number = $1 ORDER BY s.created_at DESC, s.id LIMIT $2 OFFSET $3
        """)
    static let complete = Statement(
        "session.complete",
        """
        UPDATE rp_session SET state = 'COMPLETE', end_result = $2, end_detail = $3,
            bound_document = coalesce(bound_document, $4), certificate_serial = $5, completed_at = clock_timestamp(),
            device_address = CASE WHEN shares_device_address THEN $6 END,
            readable_until = clock_timestamp() + interval '10 minutes'
        WHERE id = $1 AND state = 'RUNNING' AND expires_at > clock_timestamp()
            AND ($4 IS NULL OR bound_document IS NULL OR bound_document = $4)
        """)
    static let expireDue = Statement(
        "session.expireDue",
        """
        UPDATE rp_session SET state = 'COMPLETE', end_result = 'TIMEOUT', completed_at = clock_timestamp(),
            readable_until = clock_timestamp() + interval '10 minutes'
        WHERE id IN (SELECT id FROM rp_session WHERE state = 'RUNNING' AND expires_at <= now()
            ORDER BY id LIMIT 200 FOR UPDATE SKIP LOCKED) AND state = 'RUNNING'
        RETURNING id
        """)
    static let auditTimeouts = Statement(
        "session.auditTimeouts",
        """
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'session.completed', id::text, jsonb_build_object('endResult', 'TIMEOUT') FROM unnest($1) AS u(id)
        """)
    static let completedAmong = Statement(
        "session.completedAmong",
        "SELECT id FROM rp_session WHERE id = ANY ($1) AND (state = 'COMPLETE' OR expires_at <= now())")
}
