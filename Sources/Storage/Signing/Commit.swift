/// One commit transaction: session, attempts, key, the attempt that gives way, the new attempt.
struct Commit {
    let request: CommitRequest
    let connection: Connection
    let deadline: StorageDeadline
    /// As the database writes it: in lower case, which the request's need not be.
    private let sessionId: String
    private var lockedSessions: Set<String> = []
    private var ended: [String] = []
    private var burned: [[UInt8]] = []

    init(request: CommitRequest, connection: Connection, deadline: StorageDeadline) {
        self.request = request
        sessionId = request.sessionId.lowercased()
        self.connection = connection
        self.deadline = deadline
    }

    /// nil: the open attempt of the key moved to a session that is not locked; the caller starts over.
    mutating func run(
        _ makeAnswer: (CommitContext) -> NewAttempt?
    ) throws(StorageError) -> TransactionEnd<CommitResult?> {
        guard let session = try lockSessions() else { return refuse(.sessionGone) }
        if let refusal = session.refusal { return refuse(refusal) }
        let attempts = try attemptsOfSession()
        if let outcome = decide(attempts) { return refuse(outcome) }
        guard let reserved = try reserveCounter(session.slot) else { return refuse(.keyNotActive) }
        for orphan in attempts where orphan.isOrphanedProof {
            try burn(CommitStatements.burnOrphan, .bytes(orphan.id))
        }
        guard try burnOpenAttempt() else { return .rollback(nil) }
        if ended.contains(sessionId) { return .commit(result(.attemptsExhausted)) }
        if attempts.count >= SigningStore.attemptLimit { return refuse(.attemptsExhausted) }
        let context = CommitContext(
            signCounter: reserved.counter, epoch: reserved.epoch, now: reserved.now,
            sessionExpiresAt: session.expiresAt)
        guard let made = makeAnswer(context) else { return refuse(.refused) }
        try insert(made, context, slot: session.slot)
        if !session.isBound {
            try connection.run(
                SessionStatements.bind, [.uuid(request.sessionId), .uuid(request.documentNumber)], deadline: deadline)
        }
        return .commit(result(.committed(attemptId: made.id)))
    }

    private func refuse(_ outcome: CommitResult.Outcome) -> TransactionEnd<CommitResult?> {
        .rollback(CommitResult(outcome: outcome, endedSessions: [], burnedAttempts: []))
    }

    private func result(_ outcome: CommitResult.Outcome) -> CommitResult {
        CommitResult(outcome: outcome, endedSessions: ended, burnedAttempts: burned)
    }

    /// Locks this session and the one whose attempt is open on the key, in the order of their ids.
    private mutating func lockSessions() throws(StorageError) -> CommitSession? {
        let rows = try connection.run(
            CommitStatements.lockSessions,
            [.uuid(request.sessionId), .uuid(request.keyId), .uuid(request.documentNumber)], deadline: deadline
        ).map { (row) throws(StorageError) -> CommitSession in try CommitSession(&row) }
        lockedSessions = Set(rows.map(\.id))
        return rows.first { $0.id == sessionId }
    }

    private func attemptsOfSession() throws(StorageError) -> [CommitAttempt] {
        try connection.run(
            CommitStatements.attempts, [.uuid(request.sessionId), .bytes(request.s1Hash)], deadline: deadline
        ).map { (row) throws(StorageError) -> CommitAttempt in try CommitAttempt(&row) }
    }

    private func decide(_ attempts: [CommitAttempt]) -> CommitResult.Outcome? {
        let released = attempts.first { $0.hasReleased && !$0.isOrphanedProof }
        // The same bytes get the stored answer also after the next round (threshold-ecdsa A.5). What follows then needs
        // no owner: prove has its stored answer, and any process answers finish.
        if let released {
            guard released.isSameBytes else { return .alreadyReleased }
            return .repeated(
                attemptId: released.id, s2Answer: released.s2Answer, ownerBoot: released.ownerBoot, isOwnerAlive: true)
        }
        guard let same = attempts.first(where: \.isSameBytes) else { return nil }
        guard same.state == .committed, !same.isExpired else { return .stale }
        return .repeated(
            attemptId: same.id, s2Answer: same.s2Answer, ownerBoot: same.ownerBoot, isOwnerAlive: same.isOwnerAlive)
    }

    private func reserveCounter(
        _ slot: String
    ) throws(StorageError) -> (counter: Int64, epoch: Int, now: Int64)? {
        let reserved = try connection.run(
            CommitStatements.reserveCounter, [.uuid(request.keyId), .uuid(request.documentNumber), .text(slot)],
            deadline: deadline)
        guard var row = reserved.first else { return nil }
        return (try row.int64(), try row.int(), try row.time())
    }

    /// Burns the key's open attempt, if there is one; false when it belongs to a session that is not locked.
    private mutating func burnOpenAttempt() throws(StorageError) -> Bool {
        guard let session = try burn(CommitStatements.burnOpen, .uuid(request.keyId)) else { return true }
        return lockedSessions.contains(session)
    }

    /// Burns by `statement`, counts it to its session, and returns that session; nil when nothing was burned.
    @discardableResult
    private mutating func burn(_ statement: Statement, _ key: Parameter) throws(StorageError) -> String? {
        guard var row = try connection.run(statement, [key], deadline: deadline).first else { return nil }
        let session = try row.uuid()
        burned.append(try row.bytes())
        // Counting would lock the session's row; without its lock the caller starts over instead.
        guard lockedSessions.contains(session) else { return session }
        if try AttemptBurning.count(session, on: connection, deadline) { ended.append(session) }
        return session
    }

    private func insert(
        _ made: NewAttempt, _ context: CommitContext, slot: String
    ) throws(StorageError) {
        try connection.run(
            CommitStatements.insert,
            [
                .bytes(made.id), .uuid(request.sessionId), .uuid(request.documentNumber), .uuid(request.keyId),
                .int(context.epoch), .text(slot), .uuid(request.bootId), .bytes(request.s1Hash),
                .bytes(request.s1Nonce), .bytes(request.commitment), .bytes(request.digest),
                .text(request.interactionTypeUsed), .text(request.userChallenge), .int(context.signCounter),
                .bytes(made.s2Nonce), .bytes(made.R2), .bytes(made.s2Answer), .time(made.expiresAt),
                .text(request.certificateSerial),
            ], deadline: deadline)
    }
}
