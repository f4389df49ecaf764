/// A relying party's session as stored. It only ever moves from RUNNING to COMPLETE.
public struct SessionRecord: Sendable, Equatable {
    public enum State: String, Sendable {
        case running = "RUNNING"
        case complete = "COMPLETE"
    }

    public let id: String
    /// nil for a run of a refresh, which nobody asks for.
    public let relyingPartyId: String?
    public let flow: String
    public let slot: String
    public let signatureProtocol: String
    public let citizenId: String?
    public let addressedDocument: String?
    /// The document whose first commit, or whose scan of the device link, claimed the session.
    public let boundDocument: String?
    public let relyingPartyName: String
    public let registeredName: String
    public let interactions: String
    public let rpChallenge: String?
    public let digest: [UInt8]?
    public let hashType: String?
    public let serverRandom: String?
    public let flowType: String
    public let initialCallbackUrl: String?
    public let sessionToken: String?
    public let sealedSessionSecret: [UInt8]?
    public let sessionSecretDigest: String?
    public let vcType: String?
    public let vcValue: String?
    public let certificateLevel: String
    public let requestJSON: [UInt8]
    public let state: State
    public let endResult: String?
    public let endDetail: String?
    public let interactionTypeUsed: String?
    public let userChallenge: String?
    /// As the caller stored it.
    public let signature: [UInt8]?
    public let certificateSerial: String?
    public let burnedAttempts: Int
    /// Unix milliseconds.
    public let createdAt: Int64
    /// Unix milliseconds.
    public let expiresAt: Int64
    /// Unix milliseconds; nil while running.
    public let completedAt: Int64?
    /// On whose behalf the citizen acts.
    public let organisationRegister: String?
    public let organisationName: String?
    /// A run of a refresh that stands on a fresh proof of identity.
    public let liftsSuspension: Bool
    /// Of the phone that answers; nil where the relying party may not learn it.
    public let deviceAddress: String?
    public let sharesDeviceAddress: Bool
    /// RUNNING and not expired, by the database's clock when the row was read.
    public let isLive: Bool

    static let columns: SQL = """
        s.id, s.rp_id, s.flow, s.slot, s.signature_protocol, s.citizen_id, s.addressed_document, s.bound_document,
        s.relying_party_name, s.registered_name, s.interactions, s.rp_challenge, s.digest, s.hash_type, s.server_random,
        s.flow_type, s.initial_callback_url, s.session_token, s.sealed_session_secret, s.session_secret_digest,
        s.vc_type, s.vc_value, s.certificate_level, s.request_json, s.state, s.end_result, s.end_detail,
        s.interaction_type_used, s.user_challenge, s.signature, s.certificate_serial, s.burned_attempts, s.created_at,
        s.expires_at, s.completed_at, s.organisation, s.organisation_name, s.lifts_suspension, s.device_address,
        s.shares_device_address,
        s.state = 'RUNNING' AND s.expires_at > clock_timestamp()
        """

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        relyingPartyId = try row.optionalUUID()
        flow = try row.text()
        slot = try row.text()
        signatureProtocol = try row.text()
        citizenId = try row.optionalUUID()
        addressedDocument = try row.optionalUUID()
        boundDocument = try row.optionalUUID()
        relyingPartyName = try row.text()
        registeredName = try row.text()
        interactions = try row.text()
        rpChallenge = try row.optionalText()
        digest = try row.optionalBytes()
        hashType = try row.optionalText()
        serverRandom = try row.optionalText()
        flowType = try row.text()
        initialCallbackUrl = try row.optionalText()
        sessionToken = try row.optionalText()
        sealedSessionSecret = try row.optionalBytes()
        sessionSecretDigest = try row.optionalText()
        vcType = try row.optionalText()
        vcValue = try row.optionalText()
        certificateLevel = try row.text()
        requestJSON = try row.bytes()
        state = try row.name(State.self)
        endResult = try row.optionalText()
        endDetail = try row.optionalText()
        interactionTypeUsed = try row.optionalText()
        userChallenge = try row.optionalText()
        signature = try row.optionalBytes()
        certificateSerial = try row.optionalText()
        burnedAttempts = try row.int()
        createdAt = try row.time()
        expiresAt = try row.time()
        completedAt = try row.optionalTime()
        organisationRegister = try row.optionalText()
        organisationName = try row.optionalText()
        liftsSuspension = try row.bool()
        deviceAddress = try row.optionalText()
        sharesDeviceAddress = try row.bool()
        isLive = try row.bool()
    }
}
