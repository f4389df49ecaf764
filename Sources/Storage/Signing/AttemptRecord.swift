/// One signing attempt as stored. k2 is not here and never will be: it lives in the memory of the owner.
public struct AttemptRecord: Sendable, Equatable {
    public enum State: String, Sendable {
        /// R2 has left; the nonce is open.
        case committed = "COMMITTED"
        /// The nonce is consumed; c3 exists or is being computed.
        case proved = "PROVED"
        case done = "DONE"
        case failed = "FAILED"
        /// c3 left and nothing came back: a signature may exist.
        case unknown = "UNKNOWN"
        /// Ended before any c3 left.
        case burned = "BURNED"
    }

    /// ssid_sg, 32 bytes.
    public let id: [UInt8]
    public let sessionId: String
    public let documentNumber: String
    public let keyId: String
    public let epoch: Int
    public let slot: String
    public let state: State
    /// The boot id of the process that holds k2.
    public let ownerBoot: String
    public let s1Hash: [UInt8]
    public let s1Nonce: [UInt8]
    public let commitment: [UInt8]
    public let digest: [UInt8]
    public let interactionTypeUsed: String
    public let userChallenge: String?
    public let signCounter: Int64
    public let s2Nonce: [UInt8]
    public let R2: [UInt8]
    public let s2Answer: [UInt8]
    public let s3Hash: [UInt8]?
    public let ratchetNext: [UInt8]?
    public let r: [UInt8]?
    public let R1: [UInt8]?
    public let s4Answer: [UInt8]?
    public let s5Hash: [UInt8]?
    public let s5Answer: [UInt8]?
    public let s5Tries: Int
    public let signature: [UInt8]?
    /// Unix milliseconds.
    public let expiresAt: Int64
    /// By the database's clock when the row was read.
    public let isExpired: Bool
    /// Whether the owner's heartbeat was younger than 15 s when the row was read.
    public let isOwnerAlive: Bool

    static let columns: SQL = """
        a.id, a.session_id, a.document_number, a.key_id, a.epoch, a.slot, a.state, a.owner_boot, a.s1_hash, a.s1_nonce,
        a.commitment, a.digest, a.interaction_type_used, a.user_challenge, a.sign_counter, a.s2_nonce, a.r2,
        a.s2_answer, a.s3_hash, a.ratchet_next, a.r, a.r1, a.s4_answer, a.s5_hash, a.s5_answer, a.s5_tries, a.signature,
        a.expires_at, a.expires_at <= clock_timestamp(),
        """ + isOwnerAlive

    /// As the function `replica_alive`, which costs a plan and an execution of its own for every row; that one is for
    /// statements that may wait for a lock before they ask.
    static let isOwnerAlive: SQL = """
        EXISTS (SELECT 1 FROM replica p
            WHERE p.boot_id = a.owner_boot AND p.heartbeat > clock_timestamp() - interval '15 s')
        """

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.bytes()
        sessionId = try row.uuid()
        documentNumber = try row.uuid()
        keyId = try row.uuid()
        epoch = try row.int()
        slot = try row.text()
        state = try row.name(State.self)
        ownerBoot = try row.uuid()
        s1Hash = try row.bytes()
        s1Nonce = try row.bytes()
        commitment = try row.bytes()
        digest = try row.bytes()
        interactionTypeUsed = try row.text()
        userChallenge = try row.optionalText()
        signCounter = try row.int64()
        s2Nonce = try row.bytes()
        R2 = try row.bytes()
        s2Answer = try row.bytes()
        s3Hash = try row.optionalBytes()
        ratchetNext = try row.optionalBytes()
        r = try row.optionalBytes()
        R1 = try row.optionalBytes()
        s4Answer = try row.optionalBytes()
        s5Hash = try row.optionalBytes()
        s5Answer = try row.optionalBytes()
        s5Tries = try row.int()
        signature = try row.optionalBytes()
        expiresAt = try row.time()
        isExpired = try row.bool()
        isOwnerAlive = try row.bool()
    }
}
