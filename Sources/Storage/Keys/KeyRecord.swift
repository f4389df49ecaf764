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
    public private(set) var suite: Int
    public private(set) var epoch: Int
    public let Q: [UInt8]
    public private(set) var Q1: [UInt8]
    public private(set) var Q2: [UInt8]
    public private(set) var N: [UInt8]
    public private(set) var ckey: [UInt8]
    public private(set) var nHash: [UInt8]
    public let proofHash: [UInt8]
    public private(set) var sealedX2: [UInt8]
    public let signCounter: Int64
    public let state: State
    /// The current ratchet hash h.
    public let ratchet: [UInt8]

    /// Which rules its proofs have passed: 0 when they no longer pass.
    public let proofVersion: Int

    static let columns: SQL = """
        k.key_id, k.document_number, k.slot, k.suite, k.epoch, k.q, k.q1, k.q2, k.n, k.ckey, k.n_hash, k.proof_hash,
        k.sealed_x2, k.sign_counter, k.state, k.ratchet, k.proof_version
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
        proofVersion = try row.int()
    }

    /// The same key in an epoch that is not committed yet; nil when its share is gone.
    public func next(_ pending: PendingKey) -> KeyRecord? {
        guard let share = pending.sealedX2 else { return nil }
        var key = publicNext(pending)
        key.sealedX2 = share
        return key
    }

    /// The public part of it, with the share of the old epoch, which does not open under it.
    public func publicNext(_ pending: PendingKey) -> KeyRecord {
        var key = self
        key.suite = pending.suite
        key.epoch = pending.epoch
        key.Q1 = pending.Q1
        key.Q2 = pending.Q2
        key.N = pending.N
        key.ckey = pending.ckey
        key.nHash = pending.nHash
        return key
    }
}
