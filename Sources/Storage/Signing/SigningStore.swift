/// Signing attempts. Every operation is one transaction of compare-and-set statements with its audit entry.
///
/// Rows are locked in the order sessions (by id), key, attempts, so that no two operations wait for each other. One
/// kind of attempt stands before the key: a finish, and a report that locks the key, hold an attempt whose answer is
/// stored. Nobody who holds a key waits for such a row: what commit, T1, T2 and a refresh change under the key's lock
/// are attempts without an answer. T2 holds no session.
public struct SigningStore: Sendable {
    let pool: Pool

    /// Attempts a session may have, and wrong finishes an attempt may have.
    public static let attemptLimit = 5
    /// FAILED attempts of a key in 30 days from which on the operator is told (threshold-ecdsa A.5).
    public static let failuresForTicket = 3
    /// UNKNOWN attempts of a key in 24 hours that are borne without a pause (threshold-ecdsa A.5).
    public static let unknownLimit = 5

    public init(pool: Pool) {
        self.pool = pool
    }

    /// The attempt for prove or finish when it belongs to this session and to the device with this token, to be read
    /// with something else.
    public func lookup(sessionId: String, attemptId: [UInt8], tokenHash: [UInt8]) -> Lookup<SigningContext?> {
        Lookup(SigningStatements.loadForToken(.bytes(attemptId), .uuid(sessionId), .bytes(tokenHash))) {
            (results) throws(StorageError) -> SigningContext? in
            try Self.context(results[0])
        }
    }

    private static func context(_ found: ResultSet) throws(StorageError) -> SigningContext? {
        guard var row = found.first else { return nil }
        let attempt = try AttemptRecord(&row)
        let key = try KeyRecord(&row)
        let session = try SessionRecord(&row)
        return SigningContext(
            attempt: attempt, key: key, session: session, certificate: try CertificateRecord.optional(row))
    }

    /// T1: COMMITTED → PROVED and the key's ratchet forward, or nothing at all. Only the process that holds k2 may.
    ///
    /// After `timeout` or `unavailable` the outcome is unknown: throw k2 away and call `abandon`.
    public func consume(_ step: Consumption, deadline: StorageDeadline) throws(StorageError) -> ConsumeOutcome {
        let (attempt, boot) = (Parameter.bytes(step.attemptId), Parameter.uuid(step.bootId))
        let results: [ResultSet]
        do {
            results = try pool.query(
                [
                    SigningStatements.lockSessionOfAttempt(attempt),
                    SigningStatements.prove(
                        attempt, boot, .bytes(step.s3Hash), .bytes(step.r), .bytes(step.R1),
                        .bytes(step.expectedRatchet), .bytes(step.ratchetNext)),
                ], deadline: deadline)
        } catch {
            switch error {
            case .uniqueViolation("attempt_one_released"): return .alreadyReleased
            case .other(SigningStatements.takenBack, _): results = []
            default: throw error
            }
        }
        if results.last?.affected == 1 { return .consumed }
        return try refusal(attempt, boot, .bytes(step.ratchetNext), deadline)
    }

    /// Names what T1 has found in its way; nothing was changed.
    private func refusal(
        _ attempt: Parameter, _ boot: Parameter, _ next: Parameter, _ deadline: StorageDeadline
    ) throws(StorageError) -> ConsumeOutcome {
        guard var row = try pool.query(SigningStatements.unprovable, [attempt, boot, next], deadline: deadline).first
        else { return .notCommitted }
        let isRunning = try row.bool(), endedByTime = try row.bool()
        guard isRunning else { return .sessionEnded(byTimeout: endedByTime) }
        guard try !row.bool() else { return .sessionExpired }
        guard try row.bool() else { return .notCommitted }
        guard try !row.bool() else { return .attemptExpired }
        guard try !row.bool() else { return .alreadyReleased }
        let maySign = try row.bool(), state = try row.name(KeyRecord.State.self)
        guard maySign else { return .keyNotActive(state) }
        return try row.bool() ? .ratchetRepeated : .ratchetMoved
    }

    /// T2: stores S4 so that it may be sent. False when the attempt ended meanwhile, or belongs to another process:
    /// then c3 must not leave.
    public func storeAnswer(
        attemptId: [UInt8], bootId: String, s4Answer: [UInt8], deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.query(
            SigningStatements.storeAnswer, [.bytes(attemptId), .uuid(bootId), .bytes(s4Answer)], deadline: deadline
        ).affected == 1
    }

    /// Names what T2 has found in its way; to be asked when `storeAnswer` was false.
    public func answerRefusal(
        attemptId: [UInt8], bootId: String, deadline: StorageDeadline
    ) throws(StorageError) -> AnswerRefusal {
        let found = try pool.query(
            SigningStatements.unanswerable, [.bytes(attemptId), .uuid(bootId)], deadline: deadline)
        guard var row = found.first else { return .stale }
        let isRunning = try row.bool(), endedByTime = try row.bool()
        guard isRunning else { return .sessionEnded(byTimeout: endedByTime) }
        guard try row.bool() else { return .stale }
        let maySign = try row.bool(), state = try row.name(KeyRecord.State.self)
        return maySign ? .stale : .keyNotActive(state)
    }

    /// COMMITTED → BURNED, with its reason (a code).
    public func burn(
        attemptId: [UInt8], reason: String, deadline: StorageDeadline
    ) throws(StorageError) -> BurnOutcome {
        try end(SigningStatements.burn, attemptId, [.bytes(attemptId), .text(reason)], deadline)
    }

    /// For the owner after a failure between T1 and T2: COMMITTED, or PROVED without an answer, → BURNED. Nothing has
    /// left, because only a stored answer is ever sent.
    public func abandon(
        attemptId: [UInt8], bootId: String, reason: String, deadline: StorageDeadline
    ) throws(StorageError) -> BurnOutcome {
        try end(
            SigningStatements.abandon, attemptId, [.bytes(attemptId), .text(reason), .uuid(bootId)], deadline)
    }

    /// BURNED for the attempt when its owner is dead and no answer exists; `.unchanged` otherwise. For a request that
    /// finds such an attempt.
    public func burnIfOrphaned(
        attemptId: [UInt8], deadline: StorageDeadline
    ) throws(StorageError) -> BurnOutcome {
        try end(SigningStatements.burnOrphan, attemptId, [.bytes(attemptId), .text("OWNER_DEAD")], deadline)
    }

    /// Burns up to 200 attempts whose owners are dead (no heartbeat for 15 s of the database's clock); returns how many
    /// were burned and which sessions ended with that. An owner that only stalled loses nothing but the attempt: its
    /// own next compare-and-set fails.
    public func burnOrphans(
        deadline: StorageDeadline
    ) throws(StorageError) -> (burned: Int, endedSessions: [String]) {
        let ids = try pool.query(SigningStatements.orphans, [], deadline: deadline)
            .map { (row) throws(StorageError) -> [UInt8] in try row.bytes() }
        var burned = 0
        var ended: [String] = []
        for id in ids {
            switch try burnIfOrphaned(attemptId: id, deadline: deadline) {
            case .burned: burned += 1
            case .sessionEnded(let session):
                burned += 1
                ended.append(session)
            case .unchanged: break
            }
        }
        return (burned, ended)
    }

    /// A copy of the phone exists: both slots of the document SUSPENDED, with an audit alert. Returns how many changed.
    @discardableResult
    public func suspendForClone(
        documentNumber: String, attemptId: [UInt8], deadline: StorageDeadline
    ) throws(StorageError) -> Int {
        let entry = AuditEntry(
            kind: "alert.clone", subject: documentNumber, detail: ["attempt": Hex.text(attemptId)])
        return try KeyStore(pool: pool).suspendBoth(documentNumber: documentNumber, audit: entry, deadline: deadline)
    }

    /// Seconds until a slot may sign again: more than `unknownLimit` attempts that ended UNKNOWN in 24 hours pause it
    /// for an hour after the last of them; nil when it is not paused.
    static func pause(_ found: ResultSet) throws(StorageError) -> Int? {
        guard var row = found.first else { return nil }
        let count = try row.int(), left = try row.int()
        return count > Self.unknownLimit && left > 0 ? left : nil
    }

    /// The hashes that were the key's ratchet before, newest first, 256 at most: who shows the token of one of them is
    /// a copy.
    public func formerRatchets(keyId: String, deadline: StorageDeadline) throws(StorageError) -> [[UInt8]] {
        try pool.query(SigningStatements.formerRatchets, [.uuid(keyId)], deadline: deadline)
            .map { (row) throws(StorageError) -> [UInt8] in try row.bytes() }
    }

    private func end(
        _ statement: Statement, _ attemptId: [UInt8], _ parameters: [Parameter], _ deadline: StorageDeadline
    ) throws(StorageError) -> BurnOutcome {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<BurnOutcome> in
            try connection.run(SigningStatements.lockSessionOfAttempt, [.bytes(attemptId)], deadline: deadline)
            let burned = try connection.run(statement, parameters, deadline: deadline)
            guard var row = burned.first else { return .rollback(.unchanged) }
            let session = try row.uuid()
            let ended = try AttemptBurning.count(session, on: connection, deadline)
            return .commit(ended ? .sessionEnded(id: session) : .burned)
        }
    }
}
