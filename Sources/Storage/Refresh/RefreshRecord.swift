/// One refresh of one key as stored.
public struct RefreshRecord: Sendable, Equatable {
    public enum State: String, Sendable {
        /// F2 has left.
        case open = "OPEN"
        /// F3 is being checked.
        case computing = "COMPUTING"
        /// F3 has passed; the AUTH key of the old epoch has not signed yet.
        case verified = "VERIFIED"
        /// Authorised: the new epoch may sign its proof of possession and nothing else.
        case pending = "PENDING"
        /// The new epoch is the key's.
        case committed = "COMMITTED"
        case failed = "FAILED"
    }

    public let id: String
    public let keyId: String
    public let documentNumber: String
    public let slot: String
    public let suite: Int
    /// The new one.
    public let epoch: Int
    public let kycState: String?
    public let state: State
    public let parametersHash: [UInt8]
    public let nonceP1: [UInt8]
    public let commitment: [UInt8]
    public let nonceP2: [UInt8]
    /// d2, sealed by the caller; nil once F3 has passed.
    public let sealedFactor: [UInt8]?
    /// nil when there is no AUTH key that could authorise.
    public let authorisationSession: String?
    public let possessionSession: String?
    /// Unix milliseconds, of the step that is next.
    public let expiresAt: Int64
    /// By the database's clock.
    public let isExpired: Bool

    static let columns: SQL = """
        f.id, f.key_id, f.document_number, f.slot, f.suite, f.epoch, f.kyc_state, f.state, f.parameters_hash, f.nonce_p1,
        f.commitment, f.nonce_p2, f.sealed_factor, f.authorisation_session, f.possession_session, f.expires_at,
        f.expires_at <= clock_timestamp()
        """

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        keyId = try row.uuid()
        documentNumber = try row.uuid()
        slot = try row.text()
        suite = try row.int()
        epoch = try row.int()
        kycState = try row.optionalText()
        state = try row.name(State.self)
        parametersHash = try row.bytes()
        nonceP1 = try row.bytes()
        commitment = try row.bytes()
        nonceP2 = try row.bytes()
        sealedFactor = try row.optionalBytes()
        authorisationSession = try row.optionalUUID()
        possessionSession = try row.optionalUUID()
        expiresAt = try row.time()
        isExpired = try row.bool()
    }
}
