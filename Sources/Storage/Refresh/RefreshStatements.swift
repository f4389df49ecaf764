/// The SQL of refreshes. Rows are locked in the order of `SigningStore` with two more kinds: the run's session, the
/// proof of identity, the key, the run's attempt (its answer is stored), the refresh, and the attempts of the old epoch
/// that have no answer.
enum RefreshStatements {
    /// Parameters: key.
    static let lockKey = Statement(
        "refresh.lockKey", "SELECT k.epoch FROM key_share k WHERE k.key_id = $1 FOR NO KEY UPDATE")
    /// Parameters: key.
    static let openOfKey = Statement(
        "refresh.openOfKey",
        """
        SELECT id, kyc_state IS NOT NULL AND expires_at > clock_timestamp() FROM key_refresh
        WHERE key_id = $1 AND state IN ('OPEN', 'COMPUTING', 'VERIFIED', 'PENDING') FOR UPDATE
        """)
    static let insert = Statement(
        "refresh.insert",
        """
        INSERT INTO key_refresh (id, key_id, document_number, slot, suite, epoch, kyc_state, parameters_hash, nonce_p1,
            commitment, nonce_p2, sealed_factor, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """)
    /// Parameters: refresh, document, hash of the body.
    static let lockForClaim = Statement(
        "refresh.lockForClaim",
        "SELECT" + RefreshRecord.columns
            + """
            , coalesce(f.body_hash = $3, f.state = 'OPEN'), coalesce(replica_alive(f.owner_boot), false)
            FROM key_refresh f WHERE f.id = $1 AND f.document_number = $2 FOR UPDATE
            """)
    static let claim = Statement(
        "refresh.claim",
        "UPDATE key_refresh SET state = 'COMPUTING', body_hash = $2, owner_boot = $3 WHERE id = $1")
    static let release = Statement(
        "refresh.release",
        """
        UPDATE key_refresh SET state = 'OPEN', owner_boot = NULL
        WHERE id = $1 AND state = 'COMPUTING' AND owner_boot = $2
        """)
    /// Erases what is secret. Parameters: refresh, reason.
    static let end = Statement(
        "refresh.end",
        """
        WITH ended AS (
            UPDATE key_refresh SET state = 'FAILED', reason = $2, sealed_factor = NULL, sealed_x2 = NULL,
                ended_at = clock_timestamp()
            WHERE id = $1 AND state IN ('OPEN', 'COMPUTING', 'VERIFIED', 'PENDING')
            RETURNING id, document_number, key_id, epoch)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'refresh.failed', document_number::text,
            jsonb_build_object('refresh', id, 'key', key_id, 'epoch', epoch, 'reason', $2) FROM ended
        """)
    static let due = Statement(
        "refresh.due",
        """
        SELECT id FROM key_refresh WHERE state IN ('OPEN', 'COMPUTING', 'VERIFIED', 'PENDING') AND expires_at <= now()
        ORDER BY expires_at LIMIT 200
        """)
    /// Parameters: document, whether those with a proof of identity.
    static let load = Statement(
        "refresh.load",
        """
        SELECT count(*), count(*) FILTER (WHERE state = 'FAILED' AND body_hash IS NOT NULL AND q1 IS NULL
                AND reason NOT IN ('EXPIRED', 'SUPERSEDED', 'RESTORED'))
        FROM key_refresh
        WHERE document_number = $1 AND (kyc_state IS NOT NULL) = $2 AND created_at > now() - interval '24 hours'
        """)
    /// A proof spent by a refresh of the other slot of this document is good for this slot too.
    private static let isSpentElsewhere: SQL = """
        (v.spent_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM key_refresh o WHERE o.kyc_state = v.state
            AND o.document_number = d.document_number AND o.slot <> $3 AND o.state = 'COMMITTED')
        OR EXISTS (SELECT 1 FROM key_refresh o WHERE o.kyc_state = v.state
            AND o.document_number = d.document_number AND o.slot = $3 AND o.state = 'COMMITTED'))
        """
    /// Parameters: proof of identity, document, slot.
    static let proof = Statement(
        "refresh.proof",
        """
        SELECT v.status, coalesce(v.citizen_id = d.citizen_id, false), v.expires_at <= clock_timestamp(), v.failure,
        """ + isSpentElsewhere
            + "FROM kyc_verification v JOIN device d ON d.document_number = $2 WHERE v.state = $1")
    /// Parameters: proof of identity, document, slot.
    static let spendProof = Statement(
        "refresh.spendProof",
        """
        UPDATE kyc_verification v SET spent_at = coalesce(v.spent_at, clock_timestamp()) FROM device d
        WHERE v.state = $1 AND d.document_number = $2 AND v.citizen_id = d.citizen_id AND v.status = 'VERIFIED' AND NOT
        """ + isSpentElsewhere)

    // MARK: F3

    /// Parameters: refresh, boot, authorisation session, possession session, its digest, Q1, Q2, N, ckey, hash of N,
    /// x2, ssid, transcript.
    static let verify = Statement(
        "refresh.verify",
        """
        WITH verified AS (
            UPDATE key_refresh SET state = CASE WHEN $3::uuid IS NULL THEN 'PENDING' ELSE 'VERIFIED' END,
                sealed_factor = NULL, authorisation_session = $3, possession_session = $4, possession_digest = $5,
                q1 = $6, q2 = $7, n = $8, ckey = $9, n_hash = $10, sealed_x2 = $11, ssid = $12, transcript = $13,
                expires_at = CASE WHEN $3::uuid IS NULL THEN clock_timestamp() + interval '10 minutes'
                    ELSE expires_at END
            WHERE id = $1 AND state = 'COMPUTING' AND owner_boot = $2 AND expires_at > clock_timestamp()
                AND ($3::uuid IS NOT NULL OR kyc_state IS NOT NULL)
            RETURNING id, document_number, key_id, epoch)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'refresh.verified', document_number::text,
            jsonb_build_object('refresh', id, 'key', key_id, 'epoch', epoch) FROM verified
        """)
    /// A run of a refresh as a session of nobody. Parameters: refresh, session, slot (NULL: the refreshed one), scheme,
    /// digest.
    static let openRun = Statement(
        "refresh.openRun",
        """
        INSERT INTO rp_session (id, flow, slot, signature_protocol, citizen_id, addressed_document, bound_document,
            relying_party_name, registered_name, interactions, digest, flow_type, certificate_level, request_json,
            lifts_suspension, expires_at)
        SELECT $2, 'KEY_REFRESH', coalesce($3, f.slot), $4, d.citizen_id, f.document_number, f.document_number, 'Key refresh',
            'Key refresh', '', $5, 'Notification', 'ADVANCED', '', f.kyc_state IS NOT NULL, f.expires_at
        FROM key_refresh f JOIN device d ON d.document_number = f.document_number WHERE f.id = $1
        """)
    /// Parameters: session.
    static let pendingKey = Statement(
        "refresh.pendingKey",
        """
        SELECT id, state, expires_at <= clock_timestamp(), suite, epoch, q1, q2, n, ckey, n_hash, sealed_x2
        FROM key_refresh WHERE possession_session = $1
        """)

    // MARK: The two runs

    /// Parameters: session of the authorisation. The possession's session exists from here on.
    static let authorise = Statement(
        "refresh.authorise",
        """
        WITH authorised AS (
            UPDATE key_refresh SET state = 'PENDING', expires_at = clock_timestamp() + interval '10 minutes'
            WHERE authorisation_session = $1 AND state = 'VERIFIED' AND expires_at > clock_timestamp()
                AND EXISTS (SELECT 1 FROM device d
                    WHERE d.document_number = key_refresh.document_number AND d.state = 'ACTIVE')
            RETURNING id, document_number, key_id, epoch, slot, possession_session, possession_digest),
        written AS (
            INSERT INTO audit_entry (kind, subject, detail)
            SELECT 'refresh.authorised', document_number::text,
                jsonb_build_object('refresh', id, 'key', key_id, 'epoch', epoch, 'session', $1) FROM authorised)
        SELECT id, possession_session, slot, possession_digest FROM authorised
        """)
    /// The key and then the refresh of a possession run. Parameters: session.
    static let lockForCommit = Statement(
        "refresh.lockForCommit",
        """
        SELECT f.id, f.key_id, f.document_number, f.slot, f.kyc_state FROM key_refresh f
        JOIN key_share k ON k.key_id = f.key_id
        JOIN device d ON d.document_number = f.document_number AND d.state = 'ACTIVE'
        WHERE f.possession_session = $1 AND f.state = 'PENDING' AND f.expires_at > clock_timestamp()
            AND k.epoch = f.epoch - 1
            AND (k.state = 'ACTIVE' OR (k.state = 'SUSPENDED' AND f.kyc_state IS NOT NULL))
        FOR UPDATE OF f
        """)
    /// What the other slot's commit has done with the same proof is seen by statements that begin behind this lock.
    /// Parameters: session.
    static let lockProofOfRun = Statement(
        "refresh.lockProofOfRun",
        """
        SELECT v.state FROM kyc_verification v
        WHERE v.state = (SELECT f.kyc_state FROM key_refresh f WHERE f.possession_session = $1) FOR UPDATE
        """)
    static let lockKeyOfRun = Statement(
        "refresh.lockKeyOfRun",
        """
        SELECT k.key_id FROM key_share k
        WHERE k.key_id = (SELECT f.key_id FROM key_refresh f WHERE f.possession_session = $1) FOR UPDATE
        """)
    /// The new epoch takes the place of the old one: after this statement no row holds the old x2, N and ckey.
    /// Parameters: refresh, version of the checks.
    static let replace = Statement(
        "refresh.replace",
        """
        UPDATE key_share k SET suite = f.suite, epoch = f.epoch, q1 = f.q1, q2 = f.q2, n = f.n, ckey = f.ckey,
            n_hash = f.n_hash, proof_hash = sha256(f.transcript), sealed_x2 = f.sealed_x2, proof_version = $2,
            state = 'ACTIVE', refreshed_at = clock_timestamp(), proofs_checked_at = NULL
        FROM key_refresh f WHERE f.id = $1 AND k.key_id = f.key_id
        """)
    static let archive = Statement(
        "refresh.archive",
        """
        INSERT INTO proof_archive
            (key_id, epoch, enrolment_id, ssid, parameters_hash, nonce_p1, nonce_p2, commitment, transcript)
        SELECT key_id, epoch, id, ssid, parameters_hash, nonce_p1, nonce_p2, commitment, transcript
        FROM key_refresh WHERE id = $1
        """)
    /// Nothing of the old epoch that has not left leaves any more. Not counted to the sessions: it was nobody's fault.
    static let burnOld = Statement(
        "refresh.burnOld",
        """
        WITH burned AS (
            UPDATE attempt a SET state = 'BURNED', end_reason = 'EPOCH', ended_at = clock_timestamp()
            FROM key_refresh f WHERE f.id = $1 AND a.key_id = f.key_id AND a.epoch < f.epoch
                AND a.state IN ('COMMITTED', 'PROVED') AND a.s4_answer IS NULL
            RETURNING a.id, a.session_id, a.document_number)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'attempt.burned', document_number::text, jsonb_build_object('attempt', encode(id, 'hex'),
            'session', session_id, 'reason', 'EPOCH') FROM burned
        """)
    static let commit = Statement(
        "refresh.commit",
        """
        WITH committed AS (
            UPDATE key_refresh SET state = 'COMMITTED', sealed_x2 = NULL, ended_at = clock_timestamp()
            WHERE id = $1 AND state = 'PENDING'
            RETURNING id, document_number, key_id, slot, suite, epoch, kyc_state)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'key.refreshed', document_number::text, jsonb_build_object('refresh', id, 'key', key_id, 'slot', slot,
            'suite', suite, 'epoch', epoch, 'identity', kyc_state IS NOT NULL) FROM committed
        """)
    static let failAll = Statement(
        "refresh.failAll",
        """
        WITH ended AS (
            UPDATE key_refresh SET state = 'FAILED', reason = 'RESTORED', sealed_factor = NULL, sealed_x2 = NULL,
                ended_at = clock_timestamp()
            WHERE state IN ('OPEN', 'COMPUTING', 'VERIFIED', 'PENDING')
            RETURNING id, document_number, key_id, epoch)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'refresh.failed', document_number::text,
            jsonb_build_object('refresh', id, 'key', key_id, 'epoch', epoch, 'reason', 'RESTORED') FROM ended
        """)
}
