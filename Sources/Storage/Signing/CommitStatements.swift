/// The SQL of commit.
enum CommitStatements {
    /// Parameters: session, key, document. "Addressed" and "taken" are as in `SessionStatements.isForDevice`.
    static let lockSessions = Statement(
        "commit.lockSessions",
        """
        SELECT s.id, s.slot, s.expires_at, s.state = 'RUNNING', s.expires_at <= clock_timestamp(),
            coalesce(s.end_result = 'TIMEOUT', false), s.bound_document IS NOT NULL,
            coalesce(s.bound_document <> $3, false),
            coalesce(s.bound_document = $3, false) OR (s.session_token IS NULL AND coalesce(
                CASE WHEN s.addressed_document IS NULL
                    THEN s.citizen_id = (SELECT d.citizen_id FROM device d WHERE d.document_number = $3)
                    ELSE s.addressed_document = $3 END, false))
        FROM rp_session s
        WHERE s.id = ANY (ARRAY[$1,
            (SELECT a.session_id FROM attempt a WHERE a.key_id = $2 AND a.state = 'COMMITTED')])
        ORDER BY s.id FOR UPDATE
        """)
    /// Parameters: session, S1's hash.
    static let attempts = Statement(
        "commit.attempts",
        """
        SELECT a.id, a.state, a.s1_hash = $2, CASE WHEN a.s1_hash = $2 THEN a.s2_answer ELSE '' END, a.owner_boot,
        """ + AttemptRecord.isOwnerAlive
            + """
            , a.s4_answer IS NOT NULL, a.expires_at <= clock_timestamp() FROM attempt a WHERE a.session_id = $1
            """)
    /// Parameters: key, document, session, whose slot must be the key's.
    static let reserveCounter = Statement(
        "commit.reserveCounter",
        """
        UPDATE key_share k SET sign_counter = k.sign_counter + 1 FROM rp_session s
        WHERE k.key_id = $1 AND k.document_number = $2 AND s.id = $3 AND k.slot = s.slot AND
        """ + SigningStatements.maySign
            + """
            RETURNING k.sign_counter,
            """ + SigningStatements.epochOfRun + ", clock_timestamp()")
    /// Parameters: key, document.
    static let keyState = Statement(
        "commit.keyState", "SELECT k.state FROM key_share k WHERE k.key_id = $1 AND k.document_number = $2")
    private static let burned: SQL = """
            RETURNING id, session_id, document_number, end_reason),
        written AS (
            INSERT INTO audit_entry (kind, subject, detail)
            SELECT 'attempt.burned', document_number::text, jsonb_build_object('attempt', encode(id, 'hex'),
                'session', session_id, 'reason', end_reason) FROM burned)
        SELECT session_id, id FROM burned
        """
    /// Parameter: key.
    static let burnOpen = Statement(
        "commit.burnOpen",
        """
        WITH burned AS (
            UPDATE attempt SET state = 'BURNED', end_reason = 'SUPERSEDED', ended_at = clock_timestamp()
            WHERE key_id = $1 AND state = 'COMMITTED'
        """ + burned)
    /// Parameter: attempt.
    static let burnOrphan = Statement(
        "commit.burnOrphan",
        """
        WITH burned AS (
            UPDATE attempt SET state = 'BURNED', end_reason = 'OWNER_DEAD', ended_at = clock_timestamp()
            WHERE id = $1 AND state = 'PROVED' AND s4_answer IS NULL
        """ + burned)
    static let insert = Statement(
        "commit.insert",
        """
        WITH made AS (
            INSERT INTO attempt (id, session_id, document_number, key_id, epoch, slot, state, owner_boot, s1_hash,
                s1_nonce, commitment, digest, interaction_type_used, user_challenge, sign_counter, s2_nonce, r2,
                s2_answer, expires_at, certificate_serial)
            VALUES ($1, $2, $3, $4, $5, $6, 'COMMITTED', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            RETURNING id, session_id, document_number, key_id, epoch, sign_counter, digest)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'attempt.committed', document_number::text, jsonb_build_object('attempt', encode(id, 'hex'),
            'session', session_id, 'key', key_id, 'epoch', epoch, 'signCounter', sign_counter,
            'digest', encode(digest, 'hex')) FROM made
        """)
}
