import Glibc

extension SigningStore {
    /// Makes a new attempt, or tells why not. `makeAnswer` runs inside the transaction with the reserved counter and
    /// must be fast and touch no store; nil gives everything up. k2 may be kept only when `.committed` comes back.
    ///
    /// An open attempt of the same key is burned in the same transaction, and so is one of this session that proved but
    /// whose owner died before it could answer.
    ///
    /// - Throws: `serialization` when other commits were faster in every round: the phone may send the same again.
    public func commit(
        _ request: CommitRequest, deadline: StorageDeadline, makeAnswer: (CommitContext) -> NewAttempt?
    ) throws(StorageError) -> CommitResult {
        var tries = 0
        while true {
            tries += 1
            do {
                let result = try pool.transaction(deadline: deadline) {
                    (connection) throws(StorageError) -> TransactionEnd<CommitResult?> in
                    var commit = Commit(request: request, connection: connection, deadline: deadline)
                    return try commit.run(makeAnswer)
                }
                if let result { return result }
            } catch {
                switch error {
                case .uniqueViolation, .serialization: break
                default: throw error
                }
            }
            // Another session's attempt took this key's place between two statements, or a unique index saw it first.
            // Whoever collides steps back for a random moment; one commit succeeds in every round, so that this ends.
            guard tries < Self.collisionLimit, !deadline.hasPassed else { throw .serialization(sqlState: "40001") }
            usleep(UInt32.random(in: 0...UInt32(1_000 * tries)))
        }
    }

    /// Rounds of one commit; more than the processes that could collide on one citizen's key.
    private static let collisionLimit = 20
}
