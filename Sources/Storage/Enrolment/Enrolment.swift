/// An enrolment as stored. Its slots stand in the order of K1; they are gone once it has ended.
public struct Enrolment: Sendable, Equatable {
    public enum State: String, Sendable {
        case open = "OPEN"
        case computing = "COMPUTING"
        case complete = "COMPLETE"
        case failed = "FAILED"
    }

    public let id: String
    public let documentNumber: String
    public let kycState: String
    public let citizenId: String
    public let platform: String
    public let deviceName: String
    public let pushToken: String?
    public let state: State
    /// Unix milliseconds, as promised to the phone.
    public let expiresAt: Int64
    /// By the database's clock.
    public let isExpired: Bool
    /// Of the parameter set under which K2 was made; nil for an enrolment from before that was recorded.
    public let parametersHash: [UInt8]?
    /// The key whose phone has opened it; nil where attestation was off.
    public let attestedKey: [UInt8]?
    public internal(set) var slots: [EnrolmentSlot] = []

    static let columns: SQL = """
        n.id, n.document_number, n.kyc_state, n.citizen_id, n.platform, n.device_name, n.push_token, n.state,
        n.expires_at, n.expires_at <= clock_timestamp(), n.parameters_hash,
        n.attested_key
        """

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        documentNumber = try row.uuid()
        kycState = try row.text()
        citizenId = try row.uuid()
        platform = try row.text()
        deviceName = try row.text()
        pushToken = try row.optionalText()
        state = try row.name(State.self)
        expiresAt = try row.time()
        isExpired = try row.bool()
        parametersHash = try row.optionalBytes()
        attestedKey = try row.optionalBytes()
    }
}
