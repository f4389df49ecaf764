extension SigningStore {
    /// Records a verified signature: PROVED → DONE, and publishes it as the session's result if the session still runs.
    public func finish(
        _ finished: FinishedSignature, deadline: StorageDeadline
    ) throws(StorageError) -> FinishOutcome {
        for _ in 0..<Self.finishTries {
            if try publish(finished, deadline) { return .published }
            if let outcome = try record(finished, deadline) { return outcome }
        }
        throw .serialization(sqlState: "40001")
    }

    /// The session's end between two looks is the only reason for a second one.
    static let finishTries = 3

    /// What almost every finish needs, in one trip; false when it has changed nothing.
    private func publish(_ finished: FinishedSignature, _ deadline: StorageDeadline) throws(StorageError) -> Bool {
        let attempt = Parameter.bytes(finished.attemptId)
        let results: [ResultSet]
        do {
            results = try pool.query(
                [
                    SigningStatements.lockSessionOfAttempt(attempt),
                    FinishStatements.publish(
                        attempt, .bytes(finished.s5Hash), .bytes(finished.s5Answer), .bytes(finished.signature),
                        .text(finished.certificateSerial)),
                ], deadline: deadline)
        } catch {
            if case .other(SigningStatements.takenBack, _) = error { return false }
            throw error
        }
        // Two audit entries, one for each row.
        return results.last?.affected == 2
    }

    /// Everything else: a repetition, a step out of order, a session that has ended. Nil when it could have been
    /// published after all.
    func record(
        _ finished: FinishedSignature, _ deadline: StorageDeadline
    ) throws(StorageError) -> FinishOutcome? {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<FinishOutcome?> in
            guard
                let found = try FinishRow.lock(
                    attemptId: finished.attemptId, s5Hash: finished.s5Hash, on: connection, deadline)
            else { return .rollback(.stale) }
            switch found.state {
            case .burned: return .rollback(.stale)
            case .committed: return .rollback(.outOfOrder)
            case .done:
                guard found.isSameBytes else { return .rollback(.stepTaken) }
                return .rollback(found.s5Answer.map { .repeated(s5Answer: $0) } ?? .recordedAfterEnd)
            case .failed: return .rollback(.stepTaken)
            case .proved, .unknown: break
            }
            guard found.hasAnswer else { return .rollback(.outOfOrder) }
            guard !found.isSessionLive else { return .rollback(nil) }
            try connection.run(
                FinishStatements.record,
                [.bytes(finished.attemptId), .bytes(finished.s5Hash), .bytes(finished.signature)], deadline: deadline)
            _ = try SessionEnding.expire(found.sessionId, on: connection, deadline)
            return .commit(.recordedAfterEnd)
        }
    }

    /// Counts a finish that did not verify (SIGNATURE_INVALID and its like, and malformed S5). The fifth ends the
    /// attempt with an audit alert; the key's state never changes by it.
    public func recordBadFinish(
        attemptId: [UInt8], code: String, deadline: StorageDeadline
    ) throws(StorageError) -> BadFinishOutcome {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<BadFinishOutcome> in
            try connection.run(SigningStatements.lockSessionOfAttempt, [.bytes(attemptId)], deadline: deadline)
            let counted = try connection.run(
                FinishStatements.countBad, [.bytes(attemptId), .text(code), .int(Self.attemptLimit)],
                deadline: deadline)
            guard var row = counted.first else { return .rollback(.unchanged) }
            let tries = try row.int()
            let session = try row.uuid()
            guard tries >= Self.attemptLimit else { return .commit(.counted(triesLeft: Self.attemptLimit - tries)) }
            let ended = try SessionEnding.end(
                session, result: "PROTOCOL_FAILURE", detail: "SIGNATURE_INVALID", on: connection, deadline)
            let isTicket = try Self.writeTicket(attemptId, on: connection, deadline)
            return .commit(.failed(endedSession: ended ? session : nil, isTicket: isTicket))
        }
    }

    /// Three failed attempts of a key in 30 days are for the operator to look at; the key's state stays.
    private static func writeTicket(
        _ attemptId: [UInt8], on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try connection.run(
            FinishStatements.ticket, [.bytes(attemptId), .int(failuresForTicket)], deadline: deadline
        ).affected == 1
    }

    /// Acts on a proven C3_INVALID report: key LOCKED, certificates revoked, attempt FAILED, session ended with
    /// DOCUMENT_UNUSABLE. The report is also taken after wrong finishes and after the session's end: the lock matters
    /// more than the session.
    public func lockKey(_ lock: KeyLock, deadline: StorageDeadline) throws(StorageError) -> LockOutcome {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<LockOutcome> in
            guard
                let found = try FinishRow.lock(
                    attemptId: lock.attemptId, s5Hash: lock.s5Hash, on: connection, deadline)
            else { return .rollback(.stale) }
            switch found.state {
            case .burned: return .rollback(.stale)
            case .committed: return .rollback(.outOfOrder)
            case .done: return .rollback(.stepTaken)
            case .failed where found.isSameBytes:
                return .rollback(found.s5Answer.map { .repeated(s5Answer: $0) } ?? .stepTaken)
            case .failed where found.s5Answer != nil: return .rollback(.stepTaken)
            case .failed, .proved, .unknown: break
            }
            guard found.hasAnswer else { return .rollback(.outOfOrder) }
            try connection.run(KeyStore.lockKey, [.uuid(found.keyId)], deadline: deadline)
            try connection.run(KeyStore.revoke, [.uuid(found.keyId), .text(lock.reason)], deadline: deadline)
            let failed = try connection.run(
                FinishStatements.fail, [.bytes(lock.attemptId), .bytes(lock.s5Hash), .bytes(lock.s5Answer)],
                deadline: deadline)
            guard failed.affected == 1 else { return .rollback(.stepTaken) }
            let entry = AuditEntry(
                kind: "alert.keyLocked", subject: found.documentNumber,
                detail: [
                    "attempt": Hex.text(lock.attemptId), "key": found.keyId, "session": found.sessionId,
                    "reason": lock.reason,
                ])
            try AuditLog.append(entry, on: connection, deadline: deadline)
            let ended = try SessionEnding.end(
                found.sessionId, result: "DOCUMENT_UNUSABLE", detail: nil, on: connection, deadline)
            return .commit(.locked(endedSession: ended ? found.sessionId : nil))
        }
    }
}
