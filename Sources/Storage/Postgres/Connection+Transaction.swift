extension Connection {
    /// Runs `body` in a transaction. An error rolls back and is passed on; `.rollback` undoes and still returns.
    ///
    /// When COMMIT itself fails by time-out or a lost connection, whether the transaction took effect is unknown: every
    /// caller's next step is a compare-and-set, which finds out.
    func transaction<T>(
        deadline: StorageDeadline, _ body: (Connection) throws(StorageError) -> TransactionEnd<T>
    ) throws(StorageError) -> T {
        try run(Self.begin, [], deadline: deadline)
        let end: TransactionEnd<T>
        do {
            end = try body(self)
        } catch {
            rollback()
            throw error
        }
        switch end {
        case .commit(let value):
            // COMMIT of a failed transaction "succeeds" with the tag ROLLBACK.
            guard try run(Self.commit, [], deadline: deadline).command == "COMMIT" else {
                throw .other(sqlState: "25P02", reason: "the transaction had failed")
            }
            return value
        case .rollback(let value):
            rollback()
            return value
        }
    }

    /// Rolls back in a second of its own, because the caller's deadline may be what failed; a connection that cannot is
    /// closed.
    private func rollback() {
        guard handle != nil else { return }
        do {
            try run(Self.rollback, [], deadline: StorageDeadline(milliseconds: 1_000))
        } catch {
            close()
        }
    }

    private static let begin = Statement("begin", "BEGIN ISOLATION LEVEL READ COMMITTED")
    private static let commit = Statement("commit", "COMMIT")
    private static let rollback = Statement("rollback", "ROLLBACK")
}
