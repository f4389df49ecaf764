/// A key of a phone's secure hardware, as stored.
public struct AttestedKeyRecord: Sendable, Equatable {
    public enum State: String, Sendable {
        case active = "ACTIVE"
        /// Another key has taken its place; it speaks for nobody any more.
        case retired = "RETIRED"
    }

    /// 32 bytes
    public let keyId: [UInt8]
    /// "ios" or "android"
    public let platform: String
    /// "production" or "development"
    public let environment: String
    public let appId: String
    /// Uncompressed point, 65 bytes
    public let publicKey: [UInt8]
    public let counter: UInt32
    /// The document that the key speaks for; nil before its enrolment is complete.
    public let documentNumber: String?
    public let state: State
    /// Unix milliseconds.
    public let attestedAt: Int64
    /// About how many keys of this app the device has attested in 30 days, and when its maker said so, Unix
    /// milliseconds; nil before it was asked.
    public let riskMetric: Int64?
    public let riskMeasuredAt: Int64?
    /// Why the maker is asked no more: REFUSED, FORGOTTEN, EXPIRED or UNREADABLE; nil while it may be.
    public let receiptEnded: String?

    static let columns: SQL = """
        y.key_id, y.platform, y.environment, y.app_id, y.public_key, y.counter, y.document_number, y.state,
        y.attested_at, y.risk_metric, y.risk_measured_at, y.receipt_ended
        """

    init(_ row: inout RowReader) throws(StorageError) {
        keyId = try row.bytes()
        platform = try row.text()
        environment = try row.text()
        appId = try row.text()
        publicKey = try row.bytes()
        counter = UInt32(clamping: try row.int64())
        documentNumber = try row.optionalUUID()
        state = try row.name(State.self)
        attestedAt = try row.time()
        riskMetric = try row.optionalInt64()
        riskMeasuredAt = try row.optionalTime()
        receiptEnded = try row.optionalText()
    }
}
