/// The SQL of enrolment.
enum EnrolmentStatements {
    static let insert = Statement(
        "enrolment.insert",
        """
        INSERT INTO enrolment (id, document_number, kyc_state, citizen_id, platform, device_name, push_token,
            expires_at, parameters_hash, attested_key)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """)
    static let insertSlot = Statement(
        "enrolment.insertSlot",
        """
        INSERT INTO enrolment_slot
            (enrolment_id, position, slot, suite, key_id, nonce_p1, commitment, nonce_p2, q2, sealed_x2)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """)
    static let slots = Statement(
        "enrolment.slots",
        """
        SELECT slot, suite, key_id, nonce_p1, commitment, nonce_p2, q2, sealed_x2
        FROM enrolment_slot WHERE enrolment_id = $1 ORDER BY position
        """)
    /// The enrolment `n` was rejected with a body within a day, and no operator has let its citizen try again since.
    static let isCounted: SQL = """
        (n.state = 'FAILED' AND n.body_hash IS NOT NULL AND n.created_at > clock_timestamp() - interval '24 hours'
            AND NOT EXISTS (SELECT 1 FROM audit_entry a WHERE a.subject = n.citizen_id::text
                AND a.kind = 'enrolment.allowed' AND a.at >= n.completed_at))
        """
    /// Parameters: citizen, proof of identity, limit. The last column is when the number of those that count falls
    /// below the limit.
    static let standing = Statement(
        "enrolment.standing",
        "SELECT count(*) FILTER (WHERE" + isCounted
            + """
            ),
                count(*) FILTER (WHERE n.state IN ('OPEN', 'COMPUTING') AND n.expires_at > now() AND n.kyc_state = $2),
                count(*) FILTER (WHERE n.state IN ('OPEN', 'COMPUTING') AND n.expires_at > now()),
                ceil(extract(epoch FROM (array_agg(n.created_at ORDER BY n.created_at DESC) FILTER (WHERE
            """ + isCounted
                + """
                ))[$3::int] + interval '24 hours' - clock_timestamp()))::int8
                FROM enrolment n WHERE n.citizen_id = $1 AND n.created_at > now() - interval '24 hours'
                """)
    /// Rejections of one citizen are counted one after the other. Parameters: citizen.
    static let lockCitizen = Statement(
        "enrolment.lockCitizen", "SELECT c.id FROM citizen c WHERE c.id = $1 FOR NO KEY UPDATE")
    /// Writes the alert when the limit is reached: once a day, or once since an operator has let the citizen try again.
    /// The citizen's lock is held. Parameters: citizen, limit.
    static let alert = Statement(
        "enrolment.alert",
        """
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'alert.enrolmentLimit', n.citizen_id::text, jsonb_build_object('rejected', count(*), 'hours', 24)
        FROM enrolment n WHERE n.citizen_id = $1 AND
        """ + isCounted
            + """
            AND NOT EXISTS (SELECT 1 FROM audit_entry e WHERE e.subject = n.citizen_id::text
                AND e.kind = 'alert.enrolmentLimit' AND e.at > clock_timestamp() - interval '24 hours'
                AND NOT EXISTS (SELECT 1 FROM audit_entry a WHERE a.subject = e.subject
                    AND a.kind = 'enrolment.allowed' AND a.id > e.id))
            GROUP BY n.citizen_id HAVING count(*) >= $2
            """)
    static let lockForClaim = Statement(
        "enrolment.lockForClaim",
        "SELECT" + Enrolment.columns
            + """
            , coalesce(n.body_hash = $2, n.state = 'OPEN'), coalesce(replica_alive(n.owner_boot), false), n.answer_sealed
            FROM enrolment n WHERE n.id = $1 FOR UPDATE
            """)
    static let claim = Statement(
        "enrolment.claim",
        "UPDATE enrolment SET state = 'COMPUTING', body_hash = $2, owner_boot = $3 WHERE id = $1")
    static let release = Statement(
        "enrolment.release",
        """
        UPDATE enrolment SET state = 'OPEN', owner_boot = NULL
        WHERE id = $1 AND state = 'COMPUTING' AND owner_boot = $2
        """)
    /// Parameters: enrolment, whether a check has rejected it: one that has expired keeps no body that would count.
    static let markFailed = Statement(
        "enrolment.markFailed",
        """
        UPDATE enrolment SET state = 'FAILED', completed_at = clock_timestamp(),
            body_hash = CASE WHEN $2 THEN body_hash END
        WHERE id = $1 AND state IN ('OPEN', 'COMPUTING') RETURNING document_number, citizen_id, body_hash IS NOT NULL
        """)
    static let deleteSlots = Statement(
        "enrolment.deleteSlots", "DELETE FROM enrolment_slot WHERE enrolment_id = $1")
    static let eraseAnswer = Statement(
        "enrolment.eraseAnswer",
        "UPDATE enrolment SET answer_sealed = NULL WHERE document_number = $1 AND answer_sealed IS NOT NULL")
    static let eraseOldAnswers = Statement(
        "enrolment.eraseOldAnswers",
        """
        UPDATE enrolment SET answer_sealed = NULL
        WHERE answer_sealed IS NOT NULL AND completed_at < now() - interval '10 minutes'
        """)
    static let due = Statement(
        "enrolment.due",
        """
        SELECT id FROM enrolment WHERE state IN ('OPEN', 'COMPUTING') AND expires_at <= now() ORDER BY expires_at
        LIMIT 200
        """)
    static let complete = Statement(
        "enrolment.complete",
        """
        UPDATE enrolment SET state = 'COMPLETE', answer_sealed = $3, completed_at = clock_timestamp()
        WHERE id = $1 AND state = 'COMPUTING' AND owner_boot = $2 AND expires_at > clock_timestamp()
        RETURNING document_number, citizen_id, kyc_state, attested_key
        """)
    static let spendKYC = Statement(
        "enrolment.spendKYC",
        """
        UPDATE kyc_verification SET spent_at = clock_timestamp()
        WHERE state = $1 AND citizen_id = $2 AND status = 'VERIFIED' AND spent_at IS NULL
        """)
    static let insertDevice = Statement(
        "enrolment.insertDevice",
        """
        INSERT INTO device (document_number, citizen_id, token_hash, platform, name, push_token)
        SELECT document_number, citizen_id, $2, platform, device_name, push_token FROM enrolment WHERE id = $1
        """)
    static let confirmNames = Statement(
        "enrolment.confirmNames",
        """
        UPDATE citizen SET given_name_latin = $2, surname_latin = $3
        WHERE id = $1 AND (given_name_latin, surname_latin) IS DISTINCT FROM ($2, $3)
        """)
    static let insertKey = Statement(
        "enrolment.insertKey",
        """
        INSERT INTO key_share (key_id, document_number, slot, suite, epoch, q, q1, q2, n, ckey, n_hash, proof_hash,
            sealed_x2, ratchet)
        SELECT s.key_id, n.document_number, s.slot, s.suite, 1, $3, $4, s.q2, $5, $6, $7, $8, $9, $10
        FROM enrolment_slot s JOIN enrolment n ON n.id = s.enrolment_id
        WHERE s.enrolment_id = $1 AND s.key_id = $2
        """)
    static let archive = Statement(
        "enrolment.archive",
        """
        INSERT INTO proof_archive
            (key_id, epoch, enrolment_id, ssid, parameters_hash, nonce_p1, nonce_p2, commitment, transcript)
        SELECT s.key_id, 1, s.enrolment_id, $3, $4, s.nonce_p1, s.nonce_p2, s.commitment, $5
        FROM enrolment_slot s WHERE s.enrolment_id = $1 AND s.key_id = $2
        """)
    static let insertCertificate = Statement(
        "enrolment.insertCertificate",
        """
        INSERT INTO certificate (serial, key_id, document_number, slot, der, level, state, not_before, not_after)
        SELECT $1, k.key_id, k.document_number, k.slot, $3, $4, $5, $6, $7 FROM key_share k WHERE k.key_id = $2
        """)
}
