/// A phone as it stands now.
public struct RegisteredDevice: Sendable, Equatable {
    public let documentNumber: String
    /// `ios` or `android`.
    public let platform: String
    /// Unix milliseconds.
    public let enrolledAt: Int64
    public let isActive: Bool
    /// Unix milliseconds; nil for an active one.
    public let deactivatedAt: Int64?

    init(_ row: inout RowReader) throws(StorageError) {
        documentNumber = try row.uuid()
        platform = try row.text()
        enrolledAt = try row.time()
        isActive = try row.bool()
        deactivatedAt = try row.optionalTime()
    }
}
