extension SessionStore {
    /// The device-link session with this token, whoever may see it: the caller checks the link before he tells
    /// anything.
    public func bySessionToken(_ token: String, deadline: StorageDeadline) throws(StorageError) -> LinkedSession? {
        try linked(DeviceLinkStatements.byToken, .text(token), deadline)
    }

    /// The same by the session's id, for links from before the tokens. Nil for a session without device link.
    public func linkedSession(id: String, deadline: StorageDeadline) throws(StorageError) -> LinkedSession? {
        try linked(DeviceLinkStatements.byId, .uuid(id), deadline)
    }

    /// Claims a session whose device link this document has opened: compare-and-set, first come first served. An
    /// anonymous session becomes that of the document's citizen, and how the link was opened is settled with it.
    public func bind(
        id: String, documentNumber: String, flowType: String, deadline: StorageDeadline
    ) throws(StorageError) -> SessionBinding {
        let parameters: [Parameter] = [.uuid(id), .uuid(documentNumber), .text(flowType)]
        return try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<SessionBinding> in
            let locked = try connection.run(DeviceLinkStatements.lockForBinding, parameters, deadline: deadline)
            guard var row = locked.first else { return .rollback(.unknown) }
            let isRunning = try row.bool()
            let isDue = try row.bool()
            let isOurs = try row.bool()
            let isSameFlow = try row.bool()
            let mayBind = try row.bool()
            guard isRunning else { return .rollback(.ended) }
            guard !isDue else { return .rollback(.expired) }
            if isOurs { return .rollback(isSameFlow ? .bound : .otherFlow) }
            guard mayBind else { return .rollback(.taken) }
            try connection.run(DeviceLinkStatements.bind, parameters, deadline: deadline)
            let detail = ["session": id, "flowType": flowType]
            let entry = AuditEntry(kind: "session.bound", subject: documentNumber, detail: detail)
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(.bound)
        }
    }

    private func linked(
        _ statement: Statement, _ key: Parameter, _ deadline: StorageDeadline
    ) throws(StorageError) -> LinkedSession? {
        guard var row = try pool.query(statement, [key], deadline: deadline).first else { return nil }
        return LinkedSession(session: try SessionRecord(&row), ageMilliseconds: try row.int64())
    }
}
