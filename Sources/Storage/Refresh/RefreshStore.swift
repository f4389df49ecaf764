/// Refreshes: OPEN → COMPUTING → VERIFIED → PENDING → COMMITTED, or FAILED. The last two steps are made by the finish
/// of a signing run (`SigningStore.finishRefresh`).
public struct RefreshStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Stores a refresh; the key's open one gives way, unless it stands on a proof of identity and the new one does
    /// not.
    public func open(_ new: NewRefresh, deadline: StorageDeadline) throws(StorageError) -> RefreshOpening {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<RefreshOpening> in
            guard var key = try connection.run(RefreshStatements.lockKey, [.uuid(new.keyId)], deadline: deadline).first,
                try key.int() == new.epoch - 1
            else { return .rollback(.keyMoved) }
            let open = try connection.run(RefreshStatements.openOfKey, [.uuid(new.keyId)], deadline: deadline)
            if var row = open.first {
                let id = try row.uuid(), hasIdentity = try row.bool()
                if hasIdentity, new.kycState == nil { return .rollback(.identityOpen) }
                try connection.run(RefreshStatements.end, [.uuid(id), .text("SUPERSEDED")], deadline: deadline)
            }
            try connection.run(RefreshStatements.insert, new.parameters, deadline: deadline)
            let entry = AuditEntry(
                kind: "refresh.opened", subject: new.documentNumber,
                detail: [
                    "refresh": new.id, "key": new.keyId, "epoch": "\(new.epoch)",
                    "identity": new.kycState == nil ? "false" : "true",
                ])
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(.opened)
        }
    }

    /// Claims a refresh for one body: whoever gets `.claimed` checks it. A claim whose process is dead may be taken
    /// over, with the same body only.
    public func claim(
        id: String, documentNumber: String, bodyHash: [UInt8], bootId: String, deadline: StorageDeadline
    ) throws(StorageError) -> RefreshClaim {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<RefreshClaim> in
            let found = try connection.run(
                RefreshStatements.lockForClaim, [.uuid(id), .uuid(documentNumber), .bytes(bodyHash)],
                deadline: deadline)
            guard var row = found.first else { return .rollback(.unknown) }
            let record = try RefreshRecord(&row)
            let sameBody = try row.bool(), ownerAlive = try row.bool()
            switch record.state {
            case .failed: return .rollback(.closed)
            case .committed, .verified, .pending: return .rollback(sameBody ? .repeated(record) : .otherBody)
            case .open, .computing: break
            }
            if record.isExpired {
                try connection.run(RefreshStatements.end, [.uuid(id), .text("EXPIRED")], deadline: deadline)
                return .commit(.expired)
            }
            guard sameBody else { return .rollback(.otherBody) }
            if record.state == .computing, ownerAlive { return .rollback(.inProgress) }
            try connection.run(
                RefreshStatements.claim, [.uuid(id), .bytes(bodyHash), .uuid(bootId)], deadline: deadline)
            return .commit(.claimed(record))
        }
    }

    /// Gives a claim back without an answer; false when this process does not hold it.
    public func release(id: String, bootId: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.query(RefreshStatements.release, [.uuid(id), .uuid(bootId)], deadline: deadline).affected == 1
    }

    /// Ends a refresh and erases its secrets; false when it had ended.
    @discardableResult
    public func fail(id: String, reason: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.query(RefreshStatements.end, [.uuid(id), .text(reason)], deadline: deadline).affected == 1
    }

    /// COMPUTING → VERIFIED, with the session of the authorisation; or, where the proof of identity authorises,
    /// → PENDING with that of the possession. False when this process no longer holds the claim.
    public func verify(_ verified: VerifiedRefresh, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let written = try connection.run(
                RefreshStatements.verify,
                [
                    .uuid(verified.id), .uuid(verified.bootId), .uuid(verified.authorisationSession),
                    .uuid(verified.possessionSession), .bytes(verified.possessionDigest), .bytes(verified.Q1),
                    .bytes(verified.Q2), .bytes(verified.N), .bytes(verified.ckey), .bytes(verified.nHash),
                    .bytes(verified.sealedX2), .bytes(verified.ssid), .bytes(verified.transcript),
                ], deadline: deadline)
            guard written.affected == 1 else { return .rollback(false) }
            try Self.openFirstRun(verified, on: connection, deadline)
            return .commit(true)
        }
    }

    private static func openFirstRun(
        _ verified: VerifiedRefresh, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) {
        if let session = verified.authorisationSession {
            try connection.run(
                RefreshStatements.openRun,
                [
                    .uuid(verified.id), .uuid(session), .text("AUTH"), .text("REFRESH"),
                    .bytes(verified.authorisationDigest),
                ], deadline: deadline)
            return
        }
        try connection.run(
            RefreshStatements.openRun,
            [
                .uuid(verified.id), .uuid(verified.possessionSession), .text(nil), .text("POSSESSION"),
                .bytes(verified.possessionDigest),
            ], deadline: deadline)
    }

    /// The key of a possession run; nil when the session is none.
    public func pendingKey(session: String, deadline: StorageDeadline) throws(StorageError) -> PendingKey? {
        guard var row = try pool.query(RefreshStatements.pendingKey, [.uuid(session)], deadline: deadline).first
        else { return nil }
        return try PendingKey(&row)
    }

    /// - Parameter hasIdentity: those that stand on a proof of identity have a count of their own, so that a thief of
    ///   the device token cannot use up the citizen's
    public func load(
        documentNumber: String, hasIdentity: Bool, deadline: StorageDeadline
    ) throws(StorageError) -> RefreshLoad {
        let found = try pool.query(
            RefreshStatements.load, [.uuid(documentNumber), .bool(hasIdentity)], deadline: deadline)
        guard var row = found.first else { return RefreshLoad(opened: 0, rejected: 0) }
        return RefreshLoad(opened: try row.int(), rejected: try row.int())
    }

    /// nil when there is no such proof of identity.
    public func proof(
        state: String, documentNumber: String, slot: String, deadline: StorageDeadline
    ) throws(StorageError) -> RefreshProof? {
        let found = try pool.query(
            RefreshStatements.proof, [.text(state), .uuid(documentNumber), .text(slot)], deadline: deadline)
        guard var row = found.first else { return nil }
        return try RefreshProof(&row)
    }

    /// Ends refreshes whose time has passed; returns how many.
    @discardableResult
    public func sweep(deadline: StorageDeadline) throws(StorageError) -> Int {
        let due = try pool.query(RefreshStatements.due, [], deadline: deadline)
            .map { (row) throws(StorageError) -> String in try row.uuid() }
        var ended = 0
        for id in due where try fail(id: id, reason: "EXPIRED", deadline: deadline) { ended += 1 }
        return ended
    }
}
