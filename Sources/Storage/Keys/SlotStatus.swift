/// How one key of a device stands.
public struct SlotStatus: Sendable, Equatable {
    public let slot: String
    public let keyId: String
    public let epoch: Int
    /// SHA-256 of the epoch's N: which of two refreshes to the same epoch was committed.
    public let nHash: [UInt8]
    public let state: KeyRecord.State
    /// Unix milliseconds of the commit of the last refresh; nil when the key is in its first epoch.
    public let refreshedAt: Int64?
    public let signCounter: Int64
    /// FAILED attempts of the last 30 days.
    public let failures: Int
    /// UNKNOWN attempts of the last 24 hours: a signature may exist that nobody has seen.
    public let unknown: Int
    /// Unix milliseconds; nil unless too many UNKNOWN attempts pause the slot now.
    public let pausedUntil: Int64?

    static let bySlot = Statement(
        "device.slots",
        """
        SELECT k.slot, k.key_id, k.epoch, k.n_hash, k.state, k.refreshed_at, k.sign_counter,
            (SELECT count(*) FROM attempt a WHERE a.key_id = k.key_id AND a.state = 'FAILED'
                AND a.ended_at > clock_timestamp() - interval '30 days'),
            u.count, CASE WHEN u.until > clock_timestamp() THEN u.until END
        FROM key_share k CROSS JOIN LATERAL (
            SELECT count(*) AS count, max(a.ended_at) + interval '1 hour' AS until FROM attempt a
            WHERE a.key_id = k.key_id AND a.state = 'UNKNOWN'
                AND a.ended_at > clock_timestamp() - interval '24 hours') u
        WHERE k.document_number = $1 ORDER BY k.slot
        """)

    init(_ row: inout RowReader) throws(StorageError) {
        slot = try row.text()
        keyId = try row.uuid()
        epoch = try row.int()
        nHash = try row.bytes()
        state = try row.name(KeyRecord.State.self)
        refreshedAt = try row.optionalTime()
        signCounter = try row.int64()
        failures = try row.int()
        unknown = try row.int()
        let until = try row.optionalTime()
        pausedUntil = unknown > SigningStore.unknownLimit ? until : nil
    }
}
