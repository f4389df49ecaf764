/// What a finished run of a refresh leads to.
public enum RefreshStep: Sendable, Equatable {
    /// The AUTH key of the old epoch has signed: VERIFIED → PENDING.
    case authorise
    /// The new epoch has signed: it takes the place of the old one.
    /// - Parameter proofVersion: of the checks that its proofs have passed
    case possess(proofVersion: Int)
}

extension SigningStore {
    /// `finish` for a run of a refresh: signature and step in one transaction, or neither.
    /// - Returns: `.refreshClosed` when the refresh has ended otherwise, its key has moved on or was locked, or its
    ///   proof of identity was spent elsewhere: nothing was changed
    public func finishRefresh(
        _ finished: FinishedSignature, sessionId: String, _ step: RefreshStep, deadline: StorageDeadline
    ) throws(StorageError) -> FinishOutcome {
        for _ in 0..<Self.finishTries {
            switch try publish(finished, sessionId, step, deadline) {
            case .published: return .published
            case .refreshClosed: return .refreshClosed
            default: break
            }
            if let outcome = try record(finished, deadline) { return outcome }
        }
        throw .serialization(sqlState: "40001")
    }

    /// nil when the signature could not be published: the session has ended, or this is a repetition.
    private func publish(
        _ finished: FinishedSignature, _ sessionId: String, _ step: RefreshStep, _ deadline: StorageDeadline
    ) throws(StorageError) -> FinishOutcome? {
        do {
            return try pool.transaction(deadline: deadline) {
                (connection) throws(StorageError) -> TransactionEnd<FinishOutcome?> in
                let attempt = Parameter.bytes(finished.attemptId)
                try connection.run(SigningStatements.lockSessionOfAttempt, [attempt], deadline: deadline)
                if case .possess = step {
                    try connection.run(RefreshStatements.lockProofOfRun, [.uuid(sessionId)], deadline: deadline)
                    try connection.run(RefreshStatements.lockKeyOfRun, [.uuid(sessionId)], deadline: deadline)
                }
                let written = try connection.run(
                    FinishStatements.publish,
                    [
                        attempt, .bytes(finished.s5Hash), .bytes(finished.s5Answer), .bytes(finished.signature),
                        .text(finished.certificateSerial),
                    ], deadline: deadline)
                guard written.affected == 2 else { return .rollback(nil) }
                let isDone =
                    switch step {
                    case .authorise: try Self.authorise(sessionId, on: connection, deadline)
                    case .possess(let version): try Self.commit(sessionId, version, on: connection, deadline)
                    }
                return isDone ? .commit(.published) : .rollback(.refreshClosed)
            }
        } catch {
            // The new N belongs to another key since F3 was checked.
            if case .uniqueViolation = error { return .refreshClosed }
            if case .other(SigningStatements.takenBack, _) = error { return nil }
            throw error
        }
    }

    private static func authorise(
        _ sessionId: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        let moved = try connection.run(RefreshStatements.authorise, [.uuid(sessionId)], deadline: deadline)
        guard var row = moved.first else { return false }
        let refresh = try row.uuid(), session = try row.uuid(), slot = try row.text(), digest = try row.bytes()
        try connection.run(
            RefreshStatements.openRun,
            [.uuid(refresh), .uuid(session), .text(slot), .text("POSSESSION"), .bytes(digest)], deadline: deadline)
        return true
    }

    private static func commit(
        _ sessionId: String, _ proofVersion: Int, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        let found = try connection.run(RefreshStatements.lockForCommit, [.uuid(sessionId)], deadline: deadline)
        guard var row = found.first else { return false }
        let refresh = Parameter.uuid(try row.uuid())
        _ = try row.uuid()
        let document = try row.uuid(), slot = try row.text()
        if let proof = try row.optionalText() {
            let spent = try connection.run(
                RefreshStatements.spendProof, [.text(proof), .uuid(document), .text(slot)], deadline: deadline)
            guard spent.affected == 1 else { return false }
        }
        try connection.run(RefreshStatements.archive, [refresh], deadline: deadline)
        try connection.run(RefreshStatements.burnOld, [refresh], deadline: deadline)
        let replaced = try connection.run(
            RefreshStatements.replace, [refresh, .int(proofVersion)], deadline: deadline)
        let committed = try connection.run(RefreshStatements.commit, [refresh], deadline: deadline)
        return replaced.affected == 1 && committed.affected == 1
    }
}
