/// The SQL of finish.
enum FinishStatements {
    static let attempt = Statement(
        "finish.attempt",
        """
        SELECT state, key_id, document_number, s4_answer IS NOT NULL, coalesce(s5_hash = $2, false), s5_answer
        FROM attempt WHERE id = $1 FOR UPDATE
        """)
    /// DONE and published, in a session that runs and is not due. Parameters: attempt, S5's hash, answer, signature,
    /// certificate. The session's lock is held: what this sees of its attempts cannot change. Interaction and challenge
    /// are those of the attempt's commit.
    ///
    /// All or nothing: if the attempt ended and the session did not, or its time is over by now, `kind` is NULL, which
    /// its column refuses.
    static let publish = Statement(
        "finish.publish",
        """
        WITH done AS (
            UPDATE attempt a SET state = 'DONE', s5_hash = $2, s5_answer = $3, signature = $4,
                ended_at = clock_timestamp()
            FROM rp_session s
            WHERE a.id = $1 AND a.state IN ('PROVED', 'UNKNOWN') AND a.s4_answer IS NOT NULL
                AND s.id = a.session_id AND s.state = 'RUNNING' AND s.expires_at > clock_timestamp()
            RETURNING a.id, s.expires_at AS until, a.document_number, a.session_id, a.digest, a.interaction_type_used,
                a.user_challenge),
        published AS (
            UPDATE rp_session s SET state = 'COMPLETE', end_result = 'OK', signature = $4, certificate_serial = $5,
                interaction_type_used = d.interaction_type_used, user_challenge = d.user_challenge,
                completed_at = clock_timestamp(), readable_until = clock_timestamp() + interval '10 minutes'
            FROM done d
            WHERE s.id = d.session_id AND s.state = 'RUNNING'
            RETURNING s.id)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT CASE WHEN until > clock_timestamp() THEN 'attempt.done' END, document_number::text,
            jsonb_build_object('attempt', encode(id, 'hex'), 'session', session_id, 'digest', encode(digest, 'hex'),
                'how', 'published') FROM done
        UNION ALL
        SELECT CASE WHEN p.id IS NOT NULL THEN 'session.completed' END, d.session_id::text,
            jsonb_build_object('endResult', 'OK', 'document', d.document_number, 'certificate', $5)
        FROM done d LEFT JOIN published p ON true
        """)
    /// DONE, for the record: the session has ended. Parameters: attempt, S5's hash, signature.
    static let record = Statement(
        "finish.record",
        """
        WITH done AS (
            UPDATE attempt SET state = 'DONE', s5_hash = $2, signature = $3, ended_at = clock_timestamp()
            WHERE id = $1 AND state IN ('PROVED', 'UNKNOWN') AND s4_answer IS NOT NULL
            RETURNING id, document_number, session_id, digest)
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'attempt.done', document_number::text, jsonb_build_object('attempt', encode(id, 'hex'),
            'session', session_id, 'digest', encode(digest, 'hex'), 'how', 'after the session''s end') FROM done
        """)
    /// Parameters: attempt, code, limit.
    static let countBad = Statement(
        "finish.countBad",
        """
        WITH counted AS (
            UPDATE attempt SET s5_tries = s5_tries + 1,
                state = CASE WHEN s5_tries + 1 >= $3 THEN 'FAILED' ELSE state END,
                end_reason = CASE WHEN s5_tries + 1 >= $3 THEN $2 ELSE end_reason END,
                ended_at = CASE WHEN s5_tries + 1 >= $3 THEN clock_timestamp() ELSE ended_at END
            WHERE id = $1 AND state IN ('PROVED', 'UNKNOWN') AND s4_answer IS NOT NULL AND s5_tries < $3
            RETURNING id, document_number, session_id, s5_tries),
        written AS (
            INSERT INTO audit_entry (kind, subject, detail)
            SELECT CASE WHEN s5_tries >= $3 THEN 'alert.attemptFailed' ELSE 'attempt.finishRejected' END,
                document_number::text, jsonb_build_object('attempt', encode(id, 'hex'), 'session', session_id,
                    'code', $2, 'tries', s5_tries) FROM counted)
        SELECT s5_tries, session_id FROM counted
        """)
    /// Parameters: attempt, limit. Writes nothing below the limit.
    static let ticket = Statement(
        "finish.ticket",
        """
        INSERT INTO audit_entry (kind, subject, detail)
        SELECT 'alert.repeatedFailures', k.document_number::text,
            jsonb_build_object('key', k.key_id, 'slot', k.slot, 'failures', count(f.id), 'days', 30)
        FROM attempt a JOIN key_share k ON k.key_id = a.key_id JOIN attempt f ON f.key_id = a.key_id
            AND f.state = 'FAILED' AND f.ended_at > clock_timestamp() - interval '30 days'
        WHERE a.id = $1 GROUP BY k.document_number, k.key_id, k.slot HAVING count(f.id) >= $2
        """)
    /// Parameters: attempt, S5's hash, answer.
    static let fail = Statement(
        "finish.fail",
        """
        UPDATE attempt SET state = 'FAILED', s5_hash = $2, s5_answer = $3, end_reason = 'C3_INVALID',
            ended_at = clock_timestamp()
        WHERE id = $1 AND state IN ('PROVED', 'UNKNOWN', 'FAILED') AND s4_answer IS NOT NULL
        """)
}
