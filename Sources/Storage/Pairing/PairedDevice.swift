/// A phone that was paired.
public struct PairedDevice: Sendable, Equatable {
    public let id: String
    /// 65 bytes; nil for one that has proved no key.
    public let publicKey: [UInt8]?
    public let name: String?
    /// SHA-256 of the certificate under which it paired, 32 bytes.
    public let fingerprint: [UInt8]
    /// Unix milliseconds of the last pairing.
    public let pairedAt: Int64
    /// Unix milliseconds, to the minute.
    public let seenAt: Int64?
    /// Unix milliseconds.
    public let revokedAt: Int64?

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        publicKey = try row.optionalBytes()
        name = try row.optionalText()
        fingerprint = try row.bytes()
        pairedAt = try row.time()
        seenAt = try row.optionalTime()
        revokedAt = try row.optionalTime()
    }

    static let columns: SQL = "d.id, d.public_key, d.name, d.fingerprint, d.paired_at, d.seen_at, d.revoked_at"
}
