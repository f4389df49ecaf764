extension SigningStore {
    /// Makes a new attempt, or tells why not. `makeAnswer` runs inside the transaction with the reserved counter and must
    /// be fast and touch no store; nil gives everything up. k2 may be kept only when `.committed` comes back.
    ///
    /// An open attempt of the same key is burned in the same transaction, and so is one of this session that proved but
    /// whose owner died before it could answer.
    public func commit(
        _ request: CommitRequest, deadline: StorageDeadline, makeAnswer: (CommitContext) -> NewAttempt?
    ) throws(StorageError) -> CommitResult {
        var remainingTries = 3
        while true {
            remainingTries -= 1
            do {
                let result = try pool.transaction(deadline: deadline) {
                    (connection) throws(StorageError) -> TransactionEnd<CommitResult?> in
                    var commit = Commit(request: request, connection: connection, deadline: deadline)
                    return try commit.run(makeAnswer)
                }
                if let result { return result }
            } catch {
                switch error {
                case .uniqueViolation, .serialization:
                    guard remainingTries > 0 else { throw error }
                default: throw error
                }
            }
            // Another session's attempt took this key's place between two statements; look again.
            guard remainingTries > 0 else { throw .serialization(sqlState: "40001") }
        }
    }
}
