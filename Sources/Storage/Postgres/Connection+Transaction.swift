extension Connection {
    /// Runs `body` in a transaction. An error rolls back and is passed on; `.rollback` undoes and still returns.
    ///
    /// When COMMIT itself fails by time-out or a lost connection, whether the transaction took effect is unknown: every
    /// caller's next step is a compare-and-set, which finds out.
    func transaction<T>(
        deadline: StorageDeadline, _ body: (Connection) throws(StorageError) -> TransactionEnd<T>
    ) throws(StorageError) -> T {
        try beginWithNext(deadline: deadline)
        let end: TransactionEnd<T>
        do {
            end = try body(self)
        } catch {
            rollback()
            throw error
        }
        switch end {
        case .commit(let value):
            try commit(after: [], deadline)
            return value
        case .commitAfter(let last, let value):
            try commit(after: last, deadline)
            return value
        case .rollback(let value):
            rollback()
            return value
        }
    }

    private func commit(after last: [BoundStatement], _ deadline: StorageDeadline) throws(StorageError) {
        if last.isEmpty, forgetOwedBegin() { return }
        let results: [ResultSet]
        do {
            results = try run(last + [Self.commit], deadline: deadline)
        } catch {
            rollback()
            throw error
        }
        // COMMIT of a failed transaction "succeeds" with the tag ROLLBACK.
        guard results.last?.command == "COMMIT" else {
            throw .other(sqlState: "25P02", reason: "the transaction had failed")
        }
    }

    /// Rolls back in a second of its own, because the caller's deadline may be what failed; a connection that cannot is
    /// closed.
    private func rollback() {
        guard handle != nil, !forgetOwedBegin() else { return }
        do {
            try run(Self.rollback, [], deadline: StorageDeadline(milliseconds: 1_000))
        } catch {
            close()
        }
    }

    private static let commit = BoundStatement(Statement("commit", "COMMIT"), [])
    private static let rollback = Statement("rollback", "ROLLBACK")
}
