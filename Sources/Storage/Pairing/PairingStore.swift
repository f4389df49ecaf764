/// Codes for pairing, and the devices that were paired.
///
/// One code is open at a time, so that five wrong tries are five for everybody together. Whoever tries holds the lock
/// of its row while the rules decide: however many come at once, one wins, and none is compared beyond the fifth wrong
/// try.
public struct PairingStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// The installation's own id.
    public func installation(deadline: StorageDeadline) throws(StorageError) -> String {
        guard var row = try pool.query(Self.installation, [], deadline: deadline).first else {
            throw .schema(reason: "the installation has no id")
        }
        return try row.uuid()
    }

    // MARK: Codes

    /// Ends the code that is open, and opens this one. Audited.
    public func open(_ new: NewPairingCode, audit: AuditEntry, deadline: StorageDeadline) throws(StorageError) {
        do throws(StorageError) { try replace(new, audit, deadline) } catch {
            // Another operator was first by a moment: his is ended now.
            guard case .uniqueViolation = error else { throw error }
            try replace(new, audit, deadline)
        }
    }

    private func replace(
        _ new: NewPairingCode, _ audit: AuditEntry, _ deadline: StorageDeadline
    ) throws(StorageError) {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Void> in
            try connection.run(Self.endAll, [], deadline: deadline)
            try connection.run(
                Self.insert, [.uuid(new.id), .bytes(new.codeHash), .bytes(new.fingerprint), .text(new.baseURL)],
                deadline: deadline)
            try AuditLog.append(audit, on: connection, deadline: deadline)
            return .commit(())
        }
    }

    /// The code that is open, read without a lock: enough to know that it is of no use any more.
    public func current(deadline: StorageDeadline) throws(StorageError) -> PairingCodeRecord? {
        guard var row = try pool.query(Self.current, [], deadline: deadline).first else { return nil }
        return try PairingCodeRecord(&row)
    }

    /// Any code, for whoever has made it.
    public func code(_ id: String, deadline: StorageDeadline) throws(StorageError) -> PairingCodeRecord? {
        guard var row = try pool.query(Self.byId, [.uuid(id)], deadline: deadline).first else { return nil }
        return try PairingCodeRecord(&row)
    }

    /// Nobody looks at the code any more.
    public func end(_ id: String, deadline: StorageDeadline) throws(StorageError) {
        try pool.query(Self.endOne, [.uuid(id)], deadline: deadline)
    }

    /// Forgets codes of yesterday.
    @discardableResult
    public func sweep(deadline: StorageDeadline) throws(StorageError) -> Int {
        try pool.query(Self.sweepStatement, [], deadline: deadline).affected
    }

    /// Tries a code: `decide` sees the locked row, and its step is made durable in the same transaction, audited.
    /// - Returns: the device, when the code has become its; nil otherwise
    public func attempt(
        _ id: String, deadline: StorageDeadline, decide: (PairingCodeRecord) -> PairingStep
    ) throws(StorageError) -> PairedDevice? {
        try pool.transaction(deadline: deadline) {
            (connection) throws(StorageError) -> TransactionEnd<PairedDevice?> in
            guard var row = try connection.run(Self.lock, [.uuid(id)], deadline: deadline).first else {
                return .rollback(nil)
            }
            let record = try PairingCodeRecord(&row)
            switch decide(record) {
            case .leave: return .rollback(nil)
            case .countWrong(let isLast):
                try connection.run(Self.countWrong, [.uuid(id)], deadline: deadline)
                if isLast {
                    let entry = AuditEntry(kind: "pairing.locked", subject: id)
                    try AuditLog.append(entry, on: connection, deadline: deadline)
                }
                return .commit(nil)
            case .use(let new):
                return .commit(try Self.pair(new, with: record, on: connection, deadline))
            }
        }
    }

    private static func pair(
        _ new: NewPairedDevice, with code: PairingCodeRecord, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> PairedDevice {
        let stored = try connection.run(
            upsert,
            [
                .uuid(new.id), .bytes(new.publicKey), .text(new.name), .bytes(new.tokenHash), .bytes(code.fingerprint),
            ], deadline: deadline)
        guard var row = stored.first else { throw .other(sqlState: "XX000", reason: "pairing returned nothing") }
        let device = try PairedDevice(&row)
        try connection.run(use, [.uuid(code.id), .uuid(device.id)], deadline: deadline)
        let entry = AuditEntry(
            kind: "pairing.claimed", subject: device.id,
            detail: ["code": code.id, "key": new.publicKey == nil ? "none" : "proved"])
        try AuditLog.append(entry, on: connection, deadline: deadline)
        return device
    }

    // MARK: Devices

    /// The device of a token, revoked ones too; notes that it was seen, at most once a minute.
    /// - Parameter hash: 32 bytes
    public func byTokenHash(_ hash: [UInt8], deadline: StorageDeadline) throws(StorageError) -> PairedDevice? {
        let results = try pool.query(
            [Self.seen(.bytes(hash)), Self.byToken(.bytes(hash))], deadline: deadline)
        guard var row = results[1].first else { return nil }
        return try PairedDevice(&row)
    }

    public func device(_ id: String, deadline: StorageDeadline) throws(StorageError) -> PairedDevice? {
        guard var row = try pool.query(Self.deviceById, [.uuid(id)], deadline: deadline).first else { return nil }
        return try PairedDevice(&row)
    }

    /// Every device, the last one first.
    public func devices(deadline: StorageDeadline) throws(StorageError) -> [PairedDevice] {
        try pool.query(Self.list, [], deadline: deadline)
            .map { (row) throws(StorageError) -> PairedDevice in try PairedDevice(&row) }
    }

    /// Ends the trust in a device; false when there is none to end. Audited.
    public func revoke(_ id: String, audit: AuditEntry, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            guard try connection.run(Self.revoke, [.uuid(id)], deadline: deadline).affected == 1 else {
                return .rollback(false)
            }
            try AuditLog.append(audit, on: connection, deadline: deadline)
            return .commit(true)
        }
    }
}
