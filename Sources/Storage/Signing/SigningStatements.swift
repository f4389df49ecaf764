/// The SQL of signing attempts, except commit's.
///
/// `clock_timestamp()` rather than `now()`: a transaction may have waited for a lock since it began. A statement too: a
/// row that it waited for and found as it was is not judged again, so that T1 and `publish` look at the clock once more
/// when they have every row, and take themselves back.
enum SigningStatements {
    /// The key `k` may sign in the session `s`: a suspended one in a refresh that stands on a proof of identity.
    static let maySign: SQL = "(k.state = 'ACTIVE' OR (k.state = 'SUSPENDED' AND s.lifts_suspension))"
    /// The epoch of `k` that signs in the session `s`: a proof of possession is the next one's.
    static let epochOfRun: SQL = "k.epoch + (s.signature_protocol = 'POSSESSION')::int"
    /// The SQL state of a NULL that its column refuses: a statement that must be all or nothing has taken itself back.
    static let takenBack = "23502"

    /// Parameters: attempt, session, hash of the device's token.
    static let loadForToken = Statement(
        "signing.loadForToken",
        "SELECT" + AttemptRecord.columns + "," + KeyRecord.columns + "," + SessionRecord.columns + ","
            + CertificateRecord.columns
                + """
                FROM attempt a JOIN key_share k ON k.key_id = a.key_id JOIN rp_session s ON s.id = a.session_id
                JOIN certificate e ON e.serial = a.certificate_serial
                WHERE a.id = $1 AND a.session_id = $2
                    AND a.document_number = (SELECT d.document_number FROM device d WHERE d.token_hash = $3)
                """)

    /// Session id, whether it runs, whether it is due.
    static let lockSessionOfAttempt = Statement(
        "signing.lockSession",
        """
        SELECT s.id, s.state = 'RUNNING', s.expires_at <= clock_timestamp() FROM rp_session s
        WHERE s.id = (SELECT a.session_id FROM attempt a WHERE a.id = $1) FOR UPDATE
        """)

    /// T1. Parameters: attempt, boot, S3's hash, r, R1, expected h, next h. The session's lock is held: what this sees
    /// of its attempts cannot change. The old h becomes the newest of the former ones.
    ///
    /// All or nothing: if the ratchet moved and the attempt did not, or the time is over by now, `kind` is NULL, which
    /// its column refuses.
    static let prove = Statement(
        "signing.prove",
        """
        WITH moved AS (
            UPDATE key_share k SET ratchet = $7, ratchet_moves = k.ratchet_moves + 1
            FROM attempt a JOIN certificate e ON e.serial = a.certificate_serial
                JOIN rp_session s ON s.id = a.session_id
            WHERE a.id = $1 AND a.state = 'COMMITTED' AND a.owner_boot = $2 AND a.expires_at > clock_timestamp()
                AND s.state = 'RUNNING' AND s.expires_at > clock_timestamp()
                AND k.key_id = a.key_id AND k.ratchet = $6 AND k.ratchet <> $7 AND a.epoch =
        """ + epochOfRun + "AND" + maySign
            + """
                    AND NOT EXISTS (SELECT 1 FROM former_ratchet f WHERE f.key_id = k.key_id AND f.hash = $7)
                    AND e.state = 'ACTIVE' AND e.not_after > clock_timestamp()
                RETURNING a.id, k.key_id, k.ratchet_moves, least(a.expires_at, s.expires_at, e.not_after) AS until),
            kept AS (
                INSERT INTO former_ratchet (key_id, place, hash)
                SELECT key_id, ((ratchet_moves - 1) % 256)::int, $6 FROM moved
                ON CONFLICT (key_id, place) DO UPDATE SET hash = excluded.hash),
            proved AS (
                UPDATE attempt SET state = 'PROVED', s3_hash = $3, r = $4, r1 = $5, ratchet_next = $7,
                    proved_at = clock_timestamp()
                WHERE id IN (SELECT id FROM moved) AND state = 'COMMITTED'
                RETURNING id, document_number, session_id, digest, r)
            INSERT INTO audit_entry (kind, subject, detail)
            SELECT CASE WHEN p.id IS NOT NULL AND m.until > clock_timestamp() THEN 'attempt.proved' END,
                p.document_number::text,
                jsonb_build_object('attempt', encode(p.id, 'hex'), 'session', p.session_id,
                    'digest', encode(p.digest, 'hex'), 'r', encode(p.r, 'hex'))
            FROM moved m LEFT JOIN proved p ON true
            """)

    /// Newest first: the hash of move m is at place m % 256.
    static let formerRatchets = Statement(
        "signing.formerRatchets",
        """
        SELECT f.hash FROM former_ratchet f JOIN key_share k ON k.key_id = f.key_id
        WHERE f.key_id = $1 ORDER BY ((k.ratchet_moves - 1) % 256 - f.place + 256) % 256
        """)

    /// Why T1 changed nothing. Parameters: attempt, boot, next h. Whether the session runs, has ended by its time and
    /// is due, whether the attempt is COMMITTED and ours, whether its time has passed, whether another one of the
    /// session has released, whether the key may sign and its state, whether the next h was used before.
    static let unprovable = Statement(
        "signing.unprovable",
        """
        SELECT s.state = 'RUNNING', coalesce(s.end_result = 'TIMEOUT', false), s.expires_at <= clock_timestamp(),
            a.state = 'COMMITTED' AND a.owner_boot = $2, a.expires_at <= clock_timestamp(),
            EXISTS (SELECT 1 FROM attempt o WHERE o.session_id = a.session_id AND o.id <> a.id
                AND o.state IN ('PROVED', 'DONE', 'FAILED', 'UNKNOWN')),
        """ + maySign
            + """
                , k.state,
                k.ratchet = $3 OR EXISTS (SELECT 1 FROM former_ratchet f WHERE f.key_id = k.key_id AND f.hash = $3)
            FROM attempt a JOIN rp_session s ON s.id = a.session_id JOIN key_share k ON k.key_id = a.key_id
            WHERE a.id = $1
            """)
    /// Why T2 stored nothing. Parameters: attempt, boot. Whether the session runs, has ended by its time, whether the
    /// attempt waits for our answer, whether the key may sign and its state.
    static let unanswerable = Statement(
        "signing.unanswerable",
        """
        SELECT s.state = 'RUNNING', coalesce(s.end_result = 'TIMEOUT', false),
            a.state = 'PROVED' AND a.owner_boot = $2 AND a.s4_answer IS NULL,
        """ + maySign
            + """
            , k.state
            FROM attempt a JOIN rp_session s ON s.id = a.session_id JOIN key_share k ON k.key_id = a.key_id
            WHERE a.id = $1
            """)
    static let storeAnswer = Statement(
        "signing.storeAnswer",
        """
        WITH active AS (
            SELECT k.key_id FROM key_share k JOIN attempt a ON a.key_id = k.key_id
                JOIN rp_session s ON s.id = a.session_id
            WHERE a.id = $1 AND a.epoch =
        """ + epochOfRun + "AND" + maySign
            + """
                FOR SHARE OF k),
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
    /// Parameters: document, session, whose slot is the key's.
    static let pauseForSession = Statement(
        "signing.pauseForSession",
        """
        SELECT count(*), coalesce(ceil(extract(epoch FROM max(ended_at) + interval '1 hour' - clock_timestamp())), 0)::int8
        FROM attempt WHERE state = 'UNKNOWN' AND ended_at > clock_timestamp() - interval '24 hours'
            AND key_id = (SELECT k.key_id FROM key_share k WHERE k.document_number = $1
                AND k.slot = (SELECT s.slot FROM rp_session s WHERE s.id = $2))
        """)
}
