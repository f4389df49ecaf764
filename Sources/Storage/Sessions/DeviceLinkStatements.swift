/// The SQL of opening device links.
enum DeviceLinkStatements {
    private static let age: SQL = ", (extract(epoch FROM clock_timestamp() - s.created_at) * 1000)::bigint"
    static let byToken = Statement(
        "link.byToken", "SELECT" + SessionRecord.columns + age + " FROM rp_session s WHERE s.session_token = $1")
    /// Of parties whose clients are of the time before the codes: for the others a bare id is no link.
    static let byId = Statement(
        "link.byId",
        "SELECT" + SessionRecord.columns + age
            + " FROM rp_session s JOIN relying_party p ON p.id = s.rp_id AND p.accepts_flat"
            + " WHERE s.id = $1 AND s.session_token IS NOT NULL")

    /// Parameters: session, document, flow type. Whether it runs, is due, is this document's, was opened in this way,
    /// may become this document's.
    static let lockForBinding = Statement(
        "link.lockForBinding",
        """
        SELECT s.state = 'RUNNING', s.expires_at <= clock_timestamp(), coalesce(s.bound_document = $2, false),
            s.flow_type = $3, s.bound_document IS NULL AND (s.citizen_id IS NULL OR s.citizen_id = d.citizen_id)
                AND (s.addressed_document IS NULL OR s.addressed_document = $2)
        FROM rp_session s JOIN device d ON d.document_number = $2
        WHERE s.id = $1 AND s.session_token IS NOT NULL FOR UPDATE OF s
        """)
    static let bind = Statement(
        "link.bind",
        """
        UPDATE rp_session s SET bound_document = d.document_number, citizen_id = d.citizen_id, flow_type = $3
        FROM device d WHERE s.id = $1 AND d.document_number = $2 AND s.bound_document IS NULL
        """)
}
