extension PairingStore {
    static let installation = Statement("pairing.installation", "SELECT id FROM installation")
    static let endAll = Statement(
        "pairing.endAll", "UPDATE pairing_code SET ended_at = clock_timestamp() WHERE ended_at IS NULL")
    static let endOne = Statement(
        "pairing.endOne",
        "UPDATE pairing_code SET ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL")
    static let insert = Statement(
        "pairing.insert",
        "INSERT INTO pairing_code (id, code_hash, fingerprint, base_url) VALUES ($1, $2, $3, $4)")
    static let current = Statement(
        "pairing.current", "SELECT" + PairingCodeRecord.columns + "FROM pairing_code c WHERE c.ended_at IS NULL")
    static let byId = Statement(
        "pairing.code", "SELECT" + PairingCodeRecord.columns + "FROM pairing_code c WHERE c.id = $1")
    static let lock = Statement(
        "pairing.lock",
        "SELECT" + PairingCodeRecord.columns
            + "FROM pairing_code c WHERE c.id = $1 AND c.ended_at IS NULL FOR UPDATE")
    static let countWrong = Statement(
        "pairing.countWrong", "UPDATE pairing_code SET wrong_tries = wrong_tries + 1 WHERE id = $1")
    static let use = Statement(
        "pairing.use",
        "UPDATE pairing_code SET used_at = clock_timestamp(), device_id = $2 WHERE id = $1 AND used_at IS NULL")
    static let sweepStatement = Statement(
        "pairing.sweep", "DELETE FROM pairing_code WHERE created_at < now() - interval '1 day'")
    /// A key that is known pairs again: the device stays the same, its former token dies, and it is trusted again.
    static let upsert = Statement(
        "pairing.upsert",
        """
        INSERT INTO paired_device AS d (id, public_key, name, token_hash, fingerprint) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (public_key) DO UPDATE SET name = excluded.name, token_hash = excluded.token_hash,
            fingerprint = excluded.fingerprint, paired_at = clock_timestamp(), seen_at = NULL, revoked_at = NULL
        RETURNING
        """ + PairedDevice.columns)
    static let seen = Statement(
        "pairing.seen",
        """
        UPDATE paired_device SET seen_at = clock_timestamp() WHERE token_hash = $1 AND revoked_at IS NULL
            AND (seen_at IS NULL OR seen_at < clock_timestamp() - interval '1 minute')
        """)
    static let byToken = Statement(
        "pairing.byToken", "SELECT" + PairedDevice.columns + "FROM paired_device d WHERE d.token_hash = $1")
    static let deviceById = Statement(
        "pairing.device", "SELECT" + PairedDevice.columns + "FROM paired_device d WHERE d.id = $1")
    static let list = Statement(
        "pairing.list", "SELECT" + PairedDevice.columns + "FROM paired_device d ORDER BY d.paired_at DESC, d.id")
    static let revoke = Statement(
        "pairing.revoke",
        "UPDATE paired_device SET revoked_at = clock_timestamp() WHERE id = $1 AND revoked_at IS NULL")
}
