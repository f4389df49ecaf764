/// Sessions of relying parties.
public struct SessionStore: Sendable {
    let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Stores a RUNNING session with its audit entry; returns its times in Unix milliseconds of the database's clock,
    /// or nil when its citizen has as many open as `limits` allow.
    @discardableResult
    public func create(
        _ new: NewSession, limits: OpenSessionLimits? = nil, deadline: StorageDeadline
    ) throws(StorageError) -> (createdAt: Int64, expiresAt: Int64)? {
        try pool.withConnection(deadline: deadline) {
            (connection) throws(StorageError) -> (createdAt: Int64, expiresAt: Int64)? in
            try Self.insert(new, limits, on: connection, deadline)
        }
    }

    /// The same on a connection that may be in a transaction.
    static func insert(
        _ new: NewSession, _ limits: OpenSessionLimits?, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> (createdAt: Int64, expiresAt: Int64)? {
        guard var row = try connection.run(creation(new, limits), deadline: deadline).last?.first else { return nil }
        return (try row.time(), try row.time())
    }

    /// The statements that store a session: with limits the lock, and last the one that answers.
    static func creation(_ new: NewSession, _ limits: OpenSessionLimits?) -> [BoundStatement] {
        let bounds: [Parameter] = [
            .int(limits.map { Int64($0.ofOneParty) }), .int(limits.map { Int64($0.inAll) }),
        ]
        let insertion = BoundStatement(SessionStatements.insert, new.parameters + bounds)
        guard limits != nil else { return [insertion] }
        return [lock(new), insertion]
    }

    private static func lock(_ new: NewSession) -> BoundStatement {
        SessionStatements.lockCitizen(.uuid(new.citizenId), .uuid(new.addressedDocument))
    }

    /// Sessions of this one's citizen are opened one after the other until the transaction ends.
    static func lockCitizen(
        of new: NewSession, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) {
        try connection.run([lock(new)], deadline: deadline)
    }

    /// The session for the party that opened it, while it is readable; anybody else's is nil. An expired RUNNING
    /// session is completed as TIMEOUT by this read.
    public func getForRelyingParty(
        id: String, relyingPartyId: String, deadline: StorageDeadline
    ) throws(StorageError) -> SessionResult? {
        let parameters: [Parameter] = [.uuid(id), .uuid(relyingPartyId)]
        guard let result = try result(parameters, deadline) else { return nil }
        if result.session.state == .complete || result.session.isLive { return result }
        _ = try expire(id: id, deadline: deadline)
        return try self.result(parameters, deadline)
    }

    /// The session for a phone: addressed to its person or document and not bound elsewhere, or bound to it.
    public func getForPhone(
        id: String, documentNumber: String, deadline: StorageDeadline
    ) throws(StorageError) -> SessionRecord? {
        let found = try pool.query(
            SessionStatements.forPhone, [.uuid(id), .uuid(documentNumber)], deadline: deadline)
        guard var row = found.first else { return nil }
        return try SessionRecord(&row)
    }

    /// The session for the phone with this token, to be read with something else.
    public func lookup(id: String, tokenHash: [UInt8]) -> Lookup<SessionRecord?> {
        Lookup(SessionStatements.forToken(.uuid(id), .bytes(tokenHash))) {
            (results) throws(StorageError) -> SessionRecord? in
            guard var row = results[0].first else { return nil }
            return try SessionRecord(&row)
        }
    }

    /// The session for the party with this secret, while it is readable, to be read with something else. One that has
    /// expired is not completed by it.
    public func lookup(id: String, secretHash: [UInt8]) -> Lookup<SessionResult?> {
        Lookup(SessionStatements.forSecret(.uuid(id), .bytes(secretHash))) {
            (results) throws(StorageError) -> SessionResult? in
            try Self.result(results[0])
        }
    }

    /// The session, while it is readable, if its party may come without a secret: the caller checks its address. To be
    /// read with something else.
    public func lookupByAddress(id: String) -> Lookup<SessionResult?> {
        Lookup(SessionStatements.forAddress(.uuid(id))) { (results) throws(StorageError) -> SessionResult? in
            try Self.result(results[0])
        }
    }

    /// The session addressed to this document or its citizen, also when another document has bound it since: a commit
    /// has to tell "taken" from "unknown".
    public func addressedTo(
        id: String, documentNumber: String, deadline: StorageDeadline
    ) throws(StorageError) -> SessionRecord? {
        let found = try pool.query(
            SessionStatements.addressedTo, [.uuid(id), .uuid(documentNumber)], deadline: deadline)
        guard var row = found.first else { return nil }
        return try SessionRecord(&row)
    }

    /// RUNNING sessions that wait for this document, at most 20: the newest of every relying party, the newest of them
    /// first, then every party's next. However many one party opens, the newest of another stands above its second.
    public func pending(
        documentNumber: String, deadline: StorageDeadline
    ) throws(StorageError) -> [SessionRecord] {
        try pool.read(pendingLookup(documentNumber: documentNumber), deadline: deadline)
    }

    /// The same, to be read with something else.
    public func pendingLookup(documentNumber: String) -> Lookup<[SessionRecord]> {
        Lookup(SessionStatements.pending(.uuid(documentNumber))) {
            (results) throws(StorageError) -> [SessionRecord] in
            try results[0].map { (row) throws(StorageError) -> SessionRecord in try SessionRecord(&row) }
        }
    }

    /// History of the document's citizen, newest first. `limit` is cut to 100, `offset` to 10,000.
    public func activity(
        documentNumber: String, limit: Int, offset: Int, deadline: StorageDeadline
    ) throws(StorageError) -> [SessionActivity] {
        try pool.query(
            SessionStatements.activity,
            [.uuid(documentNumber), .int(min(max(limit, 0), 100)), .int(min(max(offset, 0), 10_000))],
            deadline: deadline
        ).map { (row) throws(StorageError) -> SessionActivity in try SessionActivity(&row) }
    }

    /// RUNNING → COMPLETE unless it has ended or expired; returns whether this call did it. Open attempts end with it:
    /// without a stored answer they are burned, PROVED with one becomes UNKNOWN.
    public func complete(_ end: SessionCompletion, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let ended = try connection.run(
                SessionStatements.complete,
                [
                    .uuid(end.sessionId), .text(end.endResult), .text(end.endDetail), .uuid(end.documentNumber),
                    .text(end.certificateSerial), .text(end.deviceAddress),
                ], deadline: deadline)
            guard ended.affected == 1 else { return .rollback(false) }
            try SessionEnding.closeAttempts([end.sessionId], reason: end.endResult, on: connection, deadline)
            var detail = ["session": end.sessionId, "endResult": end.endResult]
            detail["endDetail"] = end.endDetail
            detail["document"] = end.documentNumber
            let entry = AuditEntry(kind: "session.completed", subject: end.sessionId, detail: detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(true)
        }
    }

    /// Completes an expired session as TIMEOUT; false when it is not due or has ended.
    @discardableResult
    public func expire(id: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let ended = try SessionEnding.expire(id, on: connection, deadline)
            return ended ? .commit(true) : .rollback(false)
        }
    }

    /// Completes up to 200 expired sessions as TIMEOUT with their attempts; returns their ids, whose waiters are to be
    /// notified. Several processes may sweep at once: each takes other rows.
    public func expireDue(deadline: StorageDeadline) throws(StorageError) -> [String] {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<[String]> in
            let ids = try connection.run(SessionStatements.expireDue, [], deadline: deadline)
                .map { (row) throws(StorageError) -> String in try row.uuid() }
            guard !ids.isEmpty else { return .rollback([]) }
            try SessionEnding.closeAttempts(ids, reason: "TIMEOUT", on: connection, deadline)
            try connection.run(SessionStatements.auditTimeouts, [.uuids(ids)], deadline: deadline)
            return .commit(ids)
        }
    }

    /// Those of the sessions that have ended or are due: the waiters' safety query. At most 10,000 ids a call.
    public func completedAmong(ids: [String], deadline: StorageDeadline) throws(StorageError) -> [String] {
        guard !ids.isEmpty else { return [] }
        return try pool.query(
            SessionStatements.completedAmong, [.uuids(Array(ids.prefix(10_000)))], deadline: deadline
        ).map { (row) throws(StorageError) -> String in try row.uuid() }
    }

    private func result(
        _ parameters: [Parameter], _ deadline: StorageDeadline
    ) throws(StorageError) -> SessionResult? {
        try Self.result(pool.query(SessionStatements.forRelyingParty, parameters, deadline: deadline))
    }

    private static func result(_ found: ResultSet) throws(StorageError) -> SessionResult? {
        guard var row = found.first else { return nil }
        let session = try SessionRecord(&row)
        let der = try row.optionalBytes()
        let level = try row.optionalText()
        let citizen = try Citizen.optional(&row)
        return SessionResult(
            session: session, certificateDER: der, certificateLevel: level, citizen: citizen,
            rightType: try row.optionalText(), role: try row.optionalText())
    }
}
