/// A receipt that one process exchanges now, and no other until its lease ends.
public struct LeasedReceipt: Sendable, Equatable {
    /// Of the attested key, 32 bytes
    public let keyId: [UInt8]
    /// "production" or "development"
    public let environment: String
    public let appId: String
    /// Uncompressed point, 65 bytes
    public let publicKey: [UInt8]
    /// As it came.
    public let receipt: [UInt8]
    /// Unix milliseconds: the end of the lease, by which it is known.
    public let until: Int64

    init(_ row: inout RowReader) throws(StorageError) {
        keyId = try row.bytes()
        environment = try row.text()
        appId = try row.text()
        publicKey = try row.bytes()
        receipt = try row.bytes()
        until = try row.time()
    }
}

/// What becomes of a receipt.
public enum ReceiptOutcome: Sendable, Equatable {
    /// Another one takes its place. Times are Unix milliseconds.
    case replaced(receipt: [UInt8], metric: UInt32, measuredAt: Int64, due: Int64)
    /// It stays, and is due again then, Unix milliseconds.
    case postponed(due: Int64)
    /// It stays, and is never exchanged again.
    case ended(reason: String)
}
