/// Enrolments: OPEN → COMPUTING → COMPLETE, or FAILED. The sealed share lives here until the key exists.
public struct EnrolmentStore: Sendable {
    private let pool: Pool

    /// Rejected enrolments of a citizen in 24 hours after which a person looks at him (threshold-ecdsa A.5).
    public static let rejectionLimit = 3

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Stores an enrolment with its slots.
    public func create(_ new: NewEnrolment, deadline: StorageDeadline) throws(StorageError) {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Void> in
            try connection.run(
                EnrolmentStatements.insert,
                [
                    .uuid(new.id), .uuid(new.documentNumber), .text(new.kycState), .uuid(new.citizenId),
                    .text(new.platform), .text(new.deviceName), .text(new.pushToken), .time(new.expiresAt),
                    .bytes(new.parametersHash), .bytes(new.attestedKey),
                ], deadline: deadline)
            for (position, slot) in new.slots.enumerated() {
                try connection.run(
                    EnrolmentStatements.insertSlot,
                    [
                        .uuid(new.id), .int(position), .text(slot.slot), .int(slot.suite), .uuid(slot.keyId),
                        .bytes(slot.nonceP1), .bytes(slot.commitment), .bytes(slot.nonceP2), .bytes(slot.Q2),
                        .bytes(slot.sealedX2),
                    ], deadline: deadline)
            }
            let entry = AuditEntry(
                kind: "enrolment.opened", subject: new.documentNumber, detail: ["enrolment": new.id])
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(())
        }
    }

    /// How many enrolments of this citizen are open or have failed lately: what the limits are about.
    public func standing(
        citizenId: String, kycState: String, deadline: StorageDeadline
    ) throws(StorageError) -> EnrolmentLoad {
        let found = try pool.query(
            EnrolmentStatements.standing, [.uuid(citizenId), .text(kycState), .int(Self.rejectionLimit)],
            deadline: deadline)
        guard var row = found.first else {
            return EnrolmentLoad(failures: 0, openOfProof: 0, open: 0, secondsLeft: nil)
        }
        return EnrolmentLoad(
            failures: try row.int(), openOfProof: try row.int(), open: try row.int(),
            secondsLeft: try row.optionalInt64().map { max(1, Int(clamping: $0)) })
    }

    /// Claims the enrolment for one body: whoever gets `.claimed` computes, everybody else is told what happened. A
    /// claim whose process is dead may be taken over, with the same body only.
    /// - Parameter attestedKey: the key that signed the request, which must be that of init; nil where attestation is
    ///   off
    public func beginCompletion(
        id: String, bodyHash: [UInt8], attestedKey: [UInt8]? = nil, bootId: String, deadline: StorageDeadline
    ) throws(StorageError) -> CompletionClaim {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<CompletionClaim> in
            let found = try connection.run(
                EnrolmentStatements.lockForClaim, [.uuid(id), .bytes(bodyHash)], deadline: deadline)
            guard var row = found.first else { return .rollback(.unknown) }
            var enrolment = try Enrolment(&row)
            let sameBody = try row.bool()
            let ownerAlive = try row.bool()
            let answer = try row.optionalBytes()
            guard attestedKey == nil || enrolment.attestedKey == attestedKey else { return .rollback(.otherKey) }
            switch enrolment.state {
            case .failed: return .rollback(.failed)
            case .complete:
                guard sameBody else { return .rollback(.otherBody) }
                return .rollback(answer.map { .repeated(answerSealed: $0) } ?? .answerErased)
            case .open, .computing: break
            }
            // Before the time: another body must not take away the verdict that is being reached.
            if enrolment.state == .computing, ownerAlive { return .rollback(sameBody ? .inProgress : .otherBody) }
            if enrolment.isExpired {
                try Self.end(id, reason: Self.expired, on: connection, deadline)
                return .commit(.expired)
            }
            // A claim that was given back keeps its body: one enrolment is one attempt.
            guard sameBody else { return .rollback(.otherBody) }
            try connection.run(
                EnrolmentStatements.claim, [.uuid(id), .bytes(bodyHash), .uuid(bootId)], deadline: deadline)
            enrolment.slots = try Self.slots(id, on: connection, deadline)
            return .commit(.claimed(enrolment))
        }
    }

    /// Gives a claim back without an answer (queue full, deadline passed before anything was computed), so that the
    /// phone may try again; false when this process does not hold it.
    public func releaseClaim(id: String, bootId: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.query(EnrolmentStatements.release, [.uuid(id), .uuid(bootId)], deadline: deadline).affected == 1
    }

    /// Ends an enrolment whose body was rejected: deletes the shares, marks FAILED, writes the audit entry with the
    /// code, and the alert when its citizen has had too many.
    @discardableResult
    public func fail(id: String, reason: String, deadline: StorageDeadline) throws(StorageError) -> EnrolmentEnding {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<EnrolmentEnding> in
            .commit(try Self.end(id, reason: reason, on: connection, deadline))
        }
    }

    /// The reason of an enrolment that nothing has rejected: it does not count against its citizen.
    private static let expired = "EXPIRED"

    /// Erases the stored answer, which holds the device token.
    public func eraseAnswer(documentNumber: String, deadline: StorageDeadline) throws(StorageError) {
        try pool.query(EnrolmentStatements.eraseAnswer, [.uuid(documentNumber)], deadline: deadline)
    }

    /// Erases answers older than ten minutes and ends enrolments that expired; returns how many of each.
    @discardableResult
    public func sweep(deadline: StorageDeadline) throws(StorageError) -> (answers: Int, expired: Int) {
        let answers = try pool.query(EnrolmentStatements.eraseOldAnswers, [], deadline: deadline).affected
        let due = try pool.query(EnrolmentStatements.due, [], deadline: deadline)
            .map { (row) throws(StorageError) -> String in try row.uuid() }
        var expired = 0
        for id in due where try fail(id: id, reason: Self.expired, deadline: deadline) != .unchanged { expired += 1 }
        return (answers, expired)
    }

    /// Makes the device, its keys and certificates, and the answer, in one transaction; or nothing.
    public func finish(
        _ completion: EnrolmentCompletion, deadline: StorageDeadline
    ) throws(StorageError) -> EnrolmentFinish {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<EnrolmentFinish> in
            try completion.store(on: connection, deadline: deadline)
        }
    }

    @discardableResult
    private static func end(
        _ id: String, reason: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> EnrolmentEnding {
        let ended = try connection.run(
            EnrolmentStatements.markFailed, [.uuid(id), .bool(reason != expired)], deadline: deadline)
        guard var row = ended.first else { return .unchanged }
        let entry = AuditEntry(
            kind: "enrolment.failed", subject: try row.uuid(), detail: ["enrolment": id, "reason": reason])
        try connection.run(EnrolmentStatements.deleteSlots, [.uuid(id)], deadline: deadline)
        try AuditLog.append(entry, on: connection, deadline: deadline)
        let citizen = Parameter.uuid(try row.uuid())
        guard try row.bool() else { return .ended }
        try connection.run(EnrolmentStatements.lockCitizen, [citizen], deadline: deadline)
        let alert = try connection.run(
            EnrolmentStatements.alert, [citizen, .int(rejectionLimit)], deadline: deadline)
        return alert.affected == 1 ? .limitReached : .ended
    }

    private static func slots(
        _ id: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> [EnrolmentSlot] {
        try connection.run(EnrolmentStatements.slots, [.uuid(id)], deadline: deadline)
            .map { (row) throws(StorageError) -> EnrolmentSlot in try EnrolmentSlot(&row) }
    }
}
