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
    ///
    /// The counter is reserved and the open attempt burned before anything is judged, because all of it then is one
    /// trip; a refusal takes both back.
    mutating func run(
        _ makeAnswer: (CommitContext) -> NewAttempt?
    ) throws(StorageError) -> TransactionEnd<CommitResult?> {
        let seen = try look()
        guard let session = seen.session else { return refuse(.sessionGone) }
        if let refusal = session.refusal { return refuse(refusal) }
        if let outcome = decide(seen.attempts) { return refuse(outcome) }
        guard let reserved = seen.reserved else { return refuse(.keyNotActive(try keyState())) }
        // Read under the key's lock: no refresh moves it before this transaction ends.
        guard reserved.epoch == request.epoch else { return refuse(.epochMoved) }
        for orphan in seen.attempts where orphan.isOrphanedProof {
            try burn(CommitStatements.burnOrphan, .bytes(orphan.id))
        }
        if let open = seen.open {
            // Counting would lock the session's row; without its lock the caller starts over instead.
            guard lockedSessions.contains(open.session) else { return .rollback(nil) }
            burned.append(open.attempt)
            try count(open.session)
        }
        if ended.contains(sessionId) { return .commit(result(.attemptsExhausted)) }
        if seen.attempts.count >= SigningStore.attemptLimit { return refuse(.attemptsExhausted) }
        let context = CommitContext(
            signCounter: reserved.counter, epoch: reserved.epoch, now: reserved.now,
            sessionExpiresAt: session.expiresAt)
        guard let made = makeAnswer(context) else { return refuse(.refused) }
        var last = [insert(made, context, slot: session.slot)]
        if !session.isBound {
            last.append(SessionStatements.bind(.uuid(request.sessionId), .uuid(request.documentNumber)))
        }
        if let address = request.deviceAddress {
            last.append(SessionStatements.noteAddress(.uuid(request.sessionId), .text(address)))
        }
        return .commitAfter(last, result(.committed(attemptId: made.id)))
    }

    private func refuse(_ outcome: CommitResult.Outcome) -> TransactionEnd<CommitResult?> {
        .rollback(CommitResult(outcome: outcome, endedSessions: [], burnedAttempts: []))
    }

    private func result(_ outcome: CommitResult.Outcome) -> CommitResult {
        CommitResult(outcome: outcome, endedSessions: ended, burnedAttempts: burned)
    }

    /// What the first trip brings.
    private struct Seen {
        let session: CommitSession?
        let attempts: [CommitAttempt]
        let reserved: (counter: Int64, epoch: Int, now: Int64)?
        /// The key's open attempt, which gave way, and its session.
        let open: (session: String, attempt: [UInt8])?
    }

    /// Locks this session and the one whose attempt is open on the key, in the order of their ids; then the key; then
    /// burns the key's open attempt.
    private mutating func look() throws(StorageError) -> Seen {
        let (session, key) = (Parameter.uuid(request.sessionId), Parameter.uuid(request.keyId))
        let document = Parameter.uuid(request.documentNumber)
        let results = try connection.run(
            [
                CommitStatements.lockSessions(session, key, document),
                CommitStatements.attempts(session, .bytes(request.s1Hash)),
                CommitStatements.reserveCounter(key, document, session), CommitStatements.burnOpen(key),
            ], deadline: deadline)
        let sessions = try results[0].map { (row) throws(StorageError) -> CommitSession in try CommitSession(&row) }
        lockedSessions = Set(sessions.map(\.id))
        let attempts = try results[1].map { (row) throws(StorageError) -> CommitAttempt in try CommitAttempt(&row) }
        var reserved: (Int64, Int, Int64)?
        if var row = results[2].first { reserved = (try row.int64(), try row.int(), try row.time()) }
        var open: (String, [UInt8])?
        if var row = results[3].first { open = (try row.uuid(), try row.bytes()) }
        return Seen(
            session: sessions.first { $0.id == sessionId }, attempts: attempts, reserved: reserved, open: open)
    }

    /// The state of the key that gave no counter; nil when it is not the document's.
    private func keyState() throws(StorageError) -> KeyRecord.State? {
        let found = try connection.run(
            CommitStatements.keyState, [.uuid(request.keyId), .uuid(request.documentNumber)], deadline: deadline)
        guard var row = found.first else { return nil }
        return try row.name(KeyRecord.State.self)
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

    /// Burns by `statement` and counts it to the session.
    private mutating func burn(_ statement: Statement, _ key: Parameter) throws(StorageError) {
        guard var row = try connection.run(statement, [key], deadline: deadline).first else { return }
        let session = try row.uuid()
        burned.append(try row.bytes())
        if lockedSessions.contains(session) { try count(session) }
    }

    private mutating func count(_ session: String) throws(StorageError) {
        if try AttemptBurning.count(session, on: connection, deadline) { ended.append(session) }
    }

    private func insert(_ made: NewAttempt, _ context: CommitContext, slot: String) -> BoundStatement {
        CommitStatements.insert(
            .bytes(made.id), .uuid(request.sessionId), .uuid(request.documentNumber), .uuid(request.keyId),
            .int(context.epoch), .text(slot), .uuid(request.bootId), .bytes(request.s1Hash),
            .bytes(request.s1Nonce), .bytes(request.commitment), .bytes(request.digest),
            .text(request.interactionTypeUsed), .text(request.userChallenge), .int(context.signCounter),
            .bytes(made.s2Nonce), .bytes(made.R2), .bytes(made.s2Answer), .time(made.expiresAt),
            .text(request.certificateSerial))
    }
}
