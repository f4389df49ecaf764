/// An audit entry as stored.
public struct AuditRecord: Sendable, Equatable {
    public let id: Int64
    /// Unix milliseconds of the database's clock.
    public let at: Int64
    public let kind: String
    public let subject: String
    /// A JSON object as PostgreSQL writes it (keys in its own fixed order).
    public let detailJSON: String

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.int64()
        at = try row.time()
        kind = try row.text()
        subject = try row.text()
        detailJSON = try row.text()
    }
}
