/// The server's half of one key, as stored. Public members have the widths of the wire appendix.
public struct KeyRecord: Sendable, Equatable {
    public enum State: String, Sendable {
        case active = "ACTIVE"
        case suspended = "SUSPENDED"
        /// For good: no c3 ever leaves again.
        case locked = "LOCKED"
    }

    public let keyId: String
    public let documentNumber: String
    public let slot: String
    public let suite: Int
    public let epoch: Int
    public let Q: [UInt8]
    public let Q1: [UInt8]
    public let Q2: [UInt8]
    public let N: [UInt8]
    public let ckey: [UInt8]
    public let nHash: [UInt8]
    public let proofHash: [UInt8]
    public let sealedX2: [UInt8]
    public let signCounter: Int64
    public let state: State
    /// The current ratchet hash h.
    public let ratchet: [UInt8]

    static let columns: SQL = """
        k.key_id, k.document_number, k.slot, k.suite, k.epoch, k.q, k.q1, k.q2, k.n, k.ckey, k.n_hash, k.proof_hash,
        k.sealed_x2, k.sign_counter, k.state, k.ratchet
        """

    init(_ row: inout RowReader) throws(StorageError) {
        keyId = try row.uuid()
        documentNumber = try row.uuid()
        slot = try row.text()
        suite = try row.int()
        epoch = try row.int()
        Q = try row.bytes()
        Q1 = try row.bytes()
        Q2 = try row.bytes()
        N = try row.bytes()
        ckey = try row.bytes()
        nHash = try row.bytes()
        proofHash = try row.bytes()
        sealedX2 = try row.bytes()
        signCounter = try row.int64()
        state = try row.name(State.self)
        ratchet = try row.bytes()
    }
}
