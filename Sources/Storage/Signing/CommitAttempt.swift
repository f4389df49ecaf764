/// An attempt of the session as commit sees it.
struct CommitAttempt {
    let id: [UInt8]
    let state: AttemptRecord.State
    let isSameBytes: Bool
    let s2Answer: [UInt8]
    let ownerBoot: String
    let isOwnerAlive: Bool
    /// Its own time has passed.
    let isExpired: Bool
    private let hasAnswer: Bool

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.bytes()
        state = try row.name(AttemptRecord.State.self)
        isSameBytes = try row.bool()
        s2Answer = try row.bytes()
        ownerBoot = try row.uuid()
        isOwnerAlive = try row.bool()
        hasAnswer = try row.bool()
        isExpired = try row.bool()
    }

    /// A c3 has left or may be about to.
    var hasReleased: Bool { state != .committed && state != .burned }

    /// Proved, but the owner died before it could answer: nothing has left.
    var isOrphanedProof: Bool { state == .proved && !hasAnswer && !isOwnerAlive }
}
