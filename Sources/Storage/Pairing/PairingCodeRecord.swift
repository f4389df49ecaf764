/// A code for pairing as the database has it, and the database's clock when it was read.
public struct PairingCodeRecord: Sendable, Equatable {
    public let id: String
    /// 32 bytes
    public let codeHash: [UInt8]
    /// SHA-256 of the certificate that is shown beside it, 32 bytes.
    public let fingerprint: [UInt8]
    /// `https://host[:port]`, as it is shown.
    public let baseURL: String
    /// Unix milliseconds.
    public let createdAt: Int64
    public let wrongTries: Int
    /// Unix milliseconds.
    public let usedAt: Int64?
    /// The device that has used it.
    public let deviceId: String?
    /// Unix milliseconds; no code is compared with this one any more.
    public let endedAt: Int64?
    /// Unix milliseconds of the database's clock.
    public let readAt: Int64

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        codeHash = try row.bytes()
        fingerprint = try row.bytes()
        baseURL = try row.text()
        createdAt = try row.time()
        wrongTries = try row.int()
        usedAt = try row.optionalTime()
        deviceId = try row.optionalUUID()
        endedAt = try row.optionalTime()
        readAt = try row.time()
    }

    static let columns: SQL = """
        c.id, c.code_hash, c.fingerprint, c.base_url, c.created_at, c.wrong_tries, c.used_at, c.device_id, c.ended_at,
        clock_timestamp()
        """
}
