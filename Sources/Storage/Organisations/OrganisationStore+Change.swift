extension OrganisationStore {
    /// Stores what the state's register says: the organisation under this name, and the citizen's right, which counts
    /// at once and for so many days. What was known before gives way, and so does the question whether the citizen
    /// takes it over.
    ///
    /// - Returns: the sessions that asked it and have ended; their waiters are to be told
    public func link(
        _ new: NewRepresentation, name: String, nameLatin: String?, days: Int, by act: OrganisationAct,
        deadline: StorageDeadline
    ) throws(StorageError) -> [String] {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<[String]> in
            var ended: [String] = []
            let former = try connection.run(
                OrganisationStatements.idOf, [.text(new.register), .uuid(new.citizenId)], deadline: deadline)
            if var row = former.first { ended = try Self.withdraw(row.uuid(), on: connection, deadline) }
            try connection.run(
                OrganisationStatements.upsert, [.text(new.register), .text(name), .text(nameLatin)],
                deadline: deadline)
            let stored = try connection.run(
                OrganisationStatements.link, Self.parameters(new, act) + [.int(days)], deadline: deadline)
            guard var row = stored.first else { throw .other(sqlState: "XX000", reason: "link returned nothing") }
            let detail = act.detail.merging(["register": new.register, "right": new.rightType.rawValue]) { $1 }
            let entry = AuditEntry(kind: "representation.linked", subject: try row.uuid(), detail: detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(ended)
        }
    }

    /// Stores a right that waits for its confirmation, together with the session that asks for it.
    ///
    /// - Parameter session: with `confirms` of this right
    public func addSigner(
        _ new: NewRepresentation, asking session: NewSession, limits: OpenSessionLimits, by act: OrganisationAct,
        deadline: StorageDeadline
    ) throws(StorageError) -> SignerOutcome {
        do {
            return try pool.transaction(deadline: deadline) {
                (connection) throws(StorageError) -> TransactionEnd<SignerOutcome> in
                try connection.run(OrganisationStatements.add, Self.parameters(new, act), deadline: deadline)
                guard try SessionStore.insert(session, limits, on: connection, deadline) != nil else {
                    return .rollback(.sessionLimit)
                }
                let detail = act.detail.merging(["register": new.register, "session": session.id]) { $1 }
                let entry = AuditEntry(kind: "representation.added", subject: new.id, detail: detail)
                try AuditLog.append(entry, on: connection, deadline: deadline)
                return .commit(.added())
            }
        } catch {
            if case .uniqueViolation(constraint: "representation_one") = error { return .exists }
            throw error
        }
    }

    /// Asks once more for the confirmation of a right that waits for it; the question before is withdrawn, and takes
    /// no place among the citizen's open sessions any more.
    ///
    /// - Parameter session: with `confirms` of that right
    public func askAgain(
        representation id: String, by session: NewSession, limits: OpenSessionLimits, act: OrganisationAct,
        deadline: StorageDeadline
    ) throws(StorageError) -> SignerOutcome {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<SignerOutcome> in
            // Of two at once the second withdraws what the first has asked: only one question is ever open.
            try SessionStore.lockCitizen(of: session, on: connection, deadline)
            let withdrawn = try Self.withdraw(id, on: connection, deadline)
            let locked = try connection.run(OrganisationStatements.lockPending, [.uuid(id)], deadline: deadline)
            guard locked.first != nil else { return .rollback(.notPending) }
            guard try SessionStore.insert(session, limits, on: connection, deadline) != nil else {
                return .rollback(.sessionLimit)
            }
            let detail = act.detail.merging(["session": session.id]) { $1 }
            let entry = AuditEntry(kind: "representation.askedAgain", subject: id, detail: detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(.added(withdrawn: withdrawn))
        }
    }

    /// Ends a right, and the question whether somebody takes it over.
    ///
    /// - Returns: the sessions that asked it and have ended; nil when the right has ended already
    public func revoke(
        representation id: String, by act: OrganisationAct, deadline: StorageDeadline
    ) throws(StorageError) -> [String]? {
        let withdrawn = try end(id, by: act, deadline)
        return try withdrawn.map { (ended) throws(StorageError) in try ended + withdrawLate(id, deadline) }
    }

    private func end(
        _ id: String, by act: OrganisationAct, _ deadline: StorageDeadline
    ) throws(StorageError) -> [String]? {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<[String]?> in
            let withdrawn = try Self.withdraw(id, on: connection, deadline)
            let changed = try connection.run(OrganisationStatements.revoke, [.uuid(id)], deadline: deadline)
            guard changed.affected == 1 else { return .rollback(nil) }
            let entry = AuditEntry(kind: "representation.revoked", subject: id, detail: act.detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(withdrawn)
        }
    }

    /// Sets the Latin name of an organisation; false when it does not exist.
    public func setNameLatin(
        register: String, _ name: String, by act: OrganisationAct, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let changed = try connection.run(
                OrganisationStatements.setNameLatin, [.text(register), .text(name)], deadline: deadline)
            guard changed.affected == 1 else { return .rollback(false) }
            let detail = act.detail.merging(["nameLatin": name]) { $1 }
            let entry = AuditEntry(kind: "organisation.named", subject: register, detail: detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(true)
        }
    }

    /// Questions that were asked while the right was being ended, and that its own transaction could not see.
    private func withdrawLate(_ representation: String, _ deadline: StorageDeadline) throws(StorageError) -> [String] {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<[String]> in
            .commit(try Self.withdraw(representation, on: connection, deadline))
        }
    }

    /// Before the right itself is touched: a signature that ends such a session locks them in this order too.
    private static func withdraw(
        _ representation: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> [String] {
        let asking = try connection.run(OrganisationStatements.asking, [.uuid(representation)], deadline: deadline)
            .map { (row) throws(StorageError) -> String in try row.uuid() }
        var ended: [String] = []
        for session in asking
        where try SessionEnding.end(session, result: "TIMEOUT", detail: "CANCELLED", on: connection, deadline) {
            ended.append(session)
        }
        return ended
    }

    private static func parameters(_ new: NewRepresentation, _ act: OrganisationAct) -> [Parameter] {
        [
            .uuid(new.id), .text(new.register), .uuid(new.citizenId), .text(new.role), .text(new.rightType.rawValue),
            .uuid(act.relyingPartyId),
        ]
    }
}
