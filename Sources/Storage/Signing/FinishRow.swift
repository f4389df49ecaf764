/// The attempt and its session as finish sees them while holding the session's lock.
struct FinishRow {
    let sessionId: String
    let isSessionLive: Bool
    let state: AttemptRecord.State
    let keyId: String
    let documentNumber: String
    /// S4 was stored, so that c3 may have left.
    let hasAnswer: Bool
    let isSameBytes: Bool
    let s5Answer: [UInt8]?

    /// Locks the session, then reads the attempt; nil when there is no such attempt.
    static func lock(
        attemptId: [UInt8], s5Hash: [UInt8], on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> FinishRow? {
        let results = try connection.run(
            [
                SigningStatements.lockSessionOfAttempt(.bytes(attemptId)),
                FinishStatements.attempt(.bytes(attemptId), .bytes(s5Hash)),
            ], deadline: deadline)
        guard var session = results[0].first, var row = results[1].first else { return nil }
        let sessionId = try session.uuid()
        let isRunning = try session.bool()
        let isDue = try session.bool()
        return FinishRow(
            sessionId: sessionId, isSessionLive: isRunning && !isDue, state: try row.name(AttemptRecord.State.self),
            keyId: try row.uuid(), documentNumber: try row.uuid(), hasAnswer: try row.bool(),
            isSameBytes: try row.bool(), s5Answer: try row.optionalBytes())
    }
}
