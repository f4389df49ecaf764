/// The SQL of signing attempts, except commit's.
///
/// `clock_timestamp()` rather than `now()`: a transaction may have waited for a lock since it began.
enum SigningStatements {
    /// Parameters: attempt, session, document.
    static let load = Statement(
        "signing.load",
        "SELECT" + AttemptRecord.columns + "," + KeyRecord.columns + "," + SessionRecord.columns + ","
            + CertificateRecord.columns
                + """
                FROM attempt a JOIN key_share k ON k.key_id = a.key_id JOIN rp_session s ON s.id = a.session_id
                JOIN certificate e ON e.serial = a.certificate_serial
                WHERE a.id = $1 AND a.session_id = $2 AND a.document_number = $3
                """)

    /// Session id, whether it runs, whether it is due.
    static let lockSessionOfAttempt = Statement(
        "signing.lockSession",
        """
        SELECT s.id, s.state = 'RUNNING', s.expires_at <= clock_timestamp() FROM rp_session s
        WHERE s.id = (SELECT a.session_id FROM attempt a WHERE a.id = $1) FOR UPDATE
        """)

    /// Parameters: attempt, boot, session. Key, whether it is COMMITTED and ours, whether its time has passed, whether
    /// another attempt of the session has released.
    static let consumable = Statement(
        "signing.consumable",
        """
        SELECT a.key_id, a.state = 'COMMITTED' AND a.owner_boot = $2, a.expires_at <= clock_timestamp(),
            EXISTS (SELECT 1 FROM attempt o WHERE o.session_id = $3 AND o.id <> a.id
                AND o.state IN ('PROVED', 'DONE', 'FAILED', 'UNKNOWN'))
        FROM attempt a WHERE a.id = $1
        """)

    /// Parameters: key, expected h, next h, attempt. The old h goes to the front of the history.
    static let moveRatchet = Statement(
        "signing.moveRatchet",
        """
        UPDATE key_share SET ratchet = $3, ratchet_history = substring(ratchet || ratchet_history FOR 8192)
        WHERE key_id = $1 AND ratchet = $2 AND state = 'ACTIVE'
            AND epoch = (SELECT a.epoch FROM attempt a JOIN certificate e ON e.serial = a.certificate_serial
                WHERE a.id = $4 AND e.state = 'ACTIVE' AND e.not_after > clock_timestamp())
        """)
    static let keyActive = Statement("signing.keyActive", "SELECT state = 'ACTIVE' FROM key_share WHERE key_id = $1")

    /// Parameters: attempt, boot, S3's hash, r, R1, next h.
    static let prove = Statement(
        "signing.prove",
        """
        WITH proved AS (
            UPDATE attempt SET state = 'PROVED', s3_hash = $3, r = $4, r1 = $5, ratchet_next = $6,
                proved_at = clock_timestamp()
            WHERE id = $1 AND state = 'COMMITTED' AND owner_boot = $2 AND expires_at > clock_timestamp()
            RETURNING id, document_number, session_id, digest, r)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'attempt.proved', document_number::text, jsonb_build_object('attempt', encode(id, 'hex'),
            'session', session_id, 'digest', encode(digest, 'hex'), 'r', encode(r, 'hex')) FROM proved
        """)
    static let storeAnswer = Statement(
        "signing.storeAnswer",
        """
        WITH active AS (
            SELECT k.key_id FROM key_share k WHERE k.key_id = (SELECT a.key_id FROM attempt a WHERE a.id = $1)
                AND k.state = 'ACTIVE' FOR SHARE),
        released AS (
            UPDATE attempt SET s4_answer = $3
            WHERE id = $1 AND state = 'PROVED' AND s4_answer IS NULL AND owner_boot = $2
                AND key_id IN (SELECT key_id FROM active)
            RETURNING id, document_number, session_id)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'attempt.released', document_number::text,
            jsonb_build_object('attempt', encode(id, 'hex'), 'session', session_id) FROM released
        """)

    /// Sets an attempt BURNED and audits it; what may be burned follows as a condition.
    private static let burnHead: SQL = """
        WITH burned AS (
            UPDATE attempt SET state = 'BURNED', end_reason = $2, ended_at = clock_timestamp() WHERE id = $1 AND
        """
    private static let burnTail: SQL = """
            RETURNING id, session_id, document_number),
        written AS (
            INSERT INTO audit_entry (kind, subject, detail)
            SELECT 'attempt.burned', document_number::text, jsonb_build_object('attempt', encode(id, 'hex'),
                'session', session_id, 'reason', $2) FROM burned)
        SELECT session_id FROM burned
        """
    static let burn = Statement("signing.burn", burnHead + "state = 'COMMITTED'" + burnTail)
    static let abandon = Statement(
        "signing.abandon",
        burnHead + "state IN ('COMMITTED', 'PROVED') AND s4_answer IS NULL AND owner_boot = $3" + burnTail)
    static let burnOrphan = Statement(
        "signing.burnOrphan",
        burnHead + "state IN ('COMMITTED', 'PROVED') AND s4_answer IS NULL AND NOT replica_alive(owner_boot)"
            + burnTail)
    static let orphans = Statement(
        "signing.orphans",
        """
        SELECT a.id FROM attempt a LEFT JOIN replica p
            ON p.boot_id = a.owner_boot AND p.heartbeat > now() - interval '15 s'
        WHERE a.state IN ('COMMITTED', 'PROVED') AND a.s4_answer IS NULL AND p.boot_id IS NULL LIMIT 200
        """)
    /// A session that has ended keeps its count: it is history.
    static let countBurned = Statement(
        "signing.countBurned",
        """
        UPDATE rp_session SET burned_attempts = burned_attempts + 1 WHERE id = $1 AND state = 'RUNNING'
        RETURNING burned_attempts
        """)
    static let pause = Statement(
        "signing.pause",
        """
        SELECT count(*), coalesce(ceil(extract(epoch FROM max(ended_at) + interval '1 hour' - clock_timestamp())), 0)::int8
        FROM attempt
        WHERE key_id = $1 AND state = 'UNKNOWN' AND ended_at > clock_timestamp() - interval '24 hours'
        """)
}
