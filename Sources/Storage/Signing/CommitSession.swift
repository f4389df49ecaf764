/// A session's row as commit sees it while holding its lock.
struct CommitSession {
    let id: String
    let slot: String
    let expiresAt: Int64
    let isBound: Bool
    private let isRunning: Bool
    private let isDue: Bool
    private let endedByTime: Bool
    private let isTaken: Bool
    private let isAddressed: Bool

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        slot = try row.text()
        expiresAt = try row.time()
        isRunning = try row.bool()
        isDue = try row.bool()
        endedByTime = try row.bool()
        isBound = try row.bool()
        isTaken = try row.bool()
        isAddressed = try row.bool()
    }

    /// Why nothing may be committed in it. Who is not addressed learns nothing about its state.
    var refusal: CommitResult.Outcome? {
        guard isAddressed else { return .sessionGone }
        guard isRunning else { return endedByTime ? .expired : .sessionEnded }
        guard !isDue else { return .expired }
        return isTaken ? .taken : nil
    }
}
