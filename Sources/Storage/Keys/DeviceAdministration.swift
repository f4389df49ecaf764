/// What operators do to devices. Each act is one transaction with its audit entry; rows are locked in the order of
/// `SigningStore`: sessions, keys, attempts, and the device last.
public struct DeviceAdministration: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// The keys of a device, AUTH first.
    public func slots(documentNumber: String, deadline: StorageDeadline) throws(StorageError) -> [SlotStatus] {
        try pool.query(SlotStatus.bySlot, [.uuid(documentNumber)], deadline: deadline)
            .map { (row) throws(StorageError) -> SlotStatus in try SlotStatus(&row) }
    }

    /// Whether a key's ratchet is this hash (wire appendix §10); nil when the device has no such slot.
    /// - Parameter hash: 32 bytes
    public func ratchetMatches(
        documentNumber: String, slot: String, hash: [UInt8], deadline: StorageDeadline
    ) throws(StorageError) -> Bool? {
        let found = try pool.query(
            Self.ratchet, [.uuid(documentNumber), .text(slot), .bytes(hash)], deadline: deadline)
        guard var row = found.first else { return nil }
        return try row.bool()
    }

    /// The device and its active keys → SUSPENDED, until `unlock`.
    public func suspend(
        documentNumber: String, _ act: OperatorAct, deadline: StorageDeadline
    ) throws(StorageError) -> DeviceChange {
        try change(documentNumber, deadline) { (connection) throws(StorageError) -> DeviceChange in
            try Self.move(
                [KeyStore.suspend, Self.suspendDevice], "device.suspended", documentNumber, act, on: connection,
                deadline)
        }
    }

    /// SUSPENDED → ACTIVE for the device and its keys. A LOCKED key stays locked: its phone has destroyed its half.
    /// Nor is one unlocked whose copy was found: both hold this key, and only another key leaves one of them out.
    public func unlock(
        documentNumber: String, _ act: OperatorAct, deadline: StorageDeadline
    ) throws(StorageError) -> DeviceChange {
        try change(documentNumber, deadline) { (connection) throws(StorageError) -> DeviceChange in
            guard var seen = try connection.run(Self.standing, [.uuid(documentNumber)], deadline: deadline).first
            else { return .unknown }
            let isEveryKeyLocked = try seen.bool(), isCopyFound = try seen.bool()
            if isEveryKeyLocked { return .locked }
            if isCopyFound { return .copyExists }
            return try Self.move(
                [Self.activateKeys, Self.activateDevice], "device.unlocked", documentNumber, act, on: connection,
                deadline)
        }
    }

    /// The end of a device: its keys are locked for good, its certificates revoked, and every session that only it
    /// could have answered ends with DOCUMENT_UNUSABLE. x2 stays sealed until the audit is closed.
    public func revoke(
        documentNumber: String, _ act: OperatorAct, deadline: StorageDeadline
    ) throws(StorageError) -> DeviceChange {
        try change(documentNumber, deadline) { (connection) throws(StorageError) -> DeviceChange in
            try connection.run(Self.lockKeys, [.uuid(documentNumber)], deadline: deadline)
            try connection.run(
                Self.revokeCertificates, [.uuid(documentNumber), .text("DEVICE_REVOKED")], deadline: deadline)
            try connection.run(Self.revokeDevice, [.uuid(documentNumber)], deadline: deadline)
            try Self.audit("device.revoked", documentNumber, act, on: connection, deadline)
            return .changed(endedSessions: try Self.endSessions(documentNumber, on: connection, deadline))
        }
    }

    /// Locks what the act is about and refuses what is final.
    private func change(
        _ documentNumber: String, _ deadline: StorageDeadline,
        _ body: (Connection) throws(StorageError) -> DeviceChange
    ) throws(StorageError) -> DeviceChange {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<DeviceChange> in
            try connection.run(Self.lockSessions, [.uuid(documentNumber)], deadline: deadline)
            try connection.run(KeyStore.lockSlots, [.uuid(documentNumber)], deadline: deadline)
            guard var device = try connection.run(Self.lockDevice, [.uuid(documentNumber)], deadline: deadline).first
            else { return .rollback(.unknown) }
            guard try device.name(Device.State.self) != .revoked else { return .rollback(.revoked) }
            let outcome = try body(connection)
            if case .changed = outcome { return .commit(outcome) }
            return .rollback(outcome)
        }
    }

    /// Moves keys and device to another state; audited when there was anything to move.
    private static func move(
        _ statements: [Statement], _ kind: String, _ documentNumber: String, _ act: OperatorAct,
        on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> DeviceChange {
        var moved = 0
        for statement in statements {
            moved += try connection.run(statement, [.uuid(documentNumber)], deadline: deadline).affected
        }
        guard moved > 0 else { return .unchanged }
        try audit(kind, documentNumber, act, on: connection, deadline)
        return .changed(endedSessions: [])
    }

    private static func audit(
        _ kind: String, _ documentNumber: String, _ act: OperatorAct, on connection: Connection,
        _ deadline: StorageDeadline
    ) throws(StorageError) {
        let entry = AuditEntry(kind: kind, subject: documentNumber, detail: ["by": act.by, "reason": act.reason])
        try AuditLog.append(entry, on: connection, deadline: deadline)
    }

    private static func endSessions(
        _ documentNumber: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> [String] {
        let ids = try connection.run(openSessions, [.uuid(documentNumber)], deadline: deadline)
            .map { (row) throws(StorageError) -> String in try row.uuid() }
        var ended: [String] = []
        for id in ids
        where try SessionEnding.end(
            id, result: "DOCUMENT_UNUSABLE", detail: "DEVICE_REVOKED", on: connection, deadline)
        {
            ended.append(id)
        }
        return ended
    }
}
