/// Everything that `complete` makes durable, and the transaction that does it.
public struct EnrolmentCompletion: Sendable {
    public var enrolmentId: String
    /// The process that holds the claim.
    public var bootId: String
    /// SHA-256 of the device token.
    public var tokenHash: [UInt8]
    /// The whole answer, sealed by the caller.
    public var answerSealed: [UInt8]
    /// The Latin names that the citizen confirmed; they become the citizen's.
    public var givenNameLatin: String
    public var surnameLatin: String
    public var slots: [CompletedSlot]

    public init(
        enrolmentId: String, bootId: String, tokenHash: [UInt8], answerSealed: [UInt8], givenNameLatin: String,
        surnameLatin: String, slots: [CompletedSlot]
    ) {
        self.enrolmentId = enrolmentId
        self.bootId = bootId
        self.tokenHash = tokenHash
        self.answerSealed = answerSealed
        self.givenNameLatin = givenNameLatin
        self.surnameLatin = surnameLatin
        self.slots = slots
    }

    func store(
        on connection: Connection, deadline: StorageDeadline
    ) throws(StorageError) -> TransactionEnd<EnrolmentFinish> {
        let completed = try connection.run(
            EnrolmentStatements.complete, [.uuid(enrolmentId), .uuid(bootId), .bytes(answerSealed)], deadline: deadline)
        guard var row = completed.first else { return .rollback(.claimLost) }
        let documentNumber = try row.uuid()
        let citizenId = try row.uuid()
        let kycState = try row.text()
        let attestedKey = try row.optionalBytes()
        let spent = try connection.run(
            EnrolmentStatements.spendKYC, [.text(kycState), .uuid(citizenId)], deadline: deadline)
        guard spent.affected == 1 else { return .rollback(.kycNotUsable) }
        try connection.run(
            EnrolmentStatements.insertDevice, [.uuid(enrolmentId), .bytes(tokenHash)], deadline: deadline)
        if let attestedKey {
            let isBound = try AttestedKeyStore.bind(
                attestedKey, documentNumber: documentNumber, on: connection, deadline: deadline)
            guard isBound else { return .rollback(.keyTaken) }
        }
        try connection.run(
            EnrolmentStatements.confirmNames, [.uuid(citizenId), .text(givenNameLatin), .text(surnameLatin)],
            deadline: deadline)
        for (index, slot) in slots.enumerated() {
            do throws(StorageError) {
                guard try store(slot, on: connection, deadline) else { return .rollback(.claimLost) }
            } catch {
                switch error {
                case .uniqueViolation("key_share_n_hash"), .uniqueViolation("modulus_n_hash"):
                    return .rollback(.modulusSeen(slot: index))
                case .uniqueViolation("key_share_q1"): return .rollback(.shareSeen(slot: index))
                default: throw error
                }
            }
        }
        try connection.run(EnrolmentStatements.deleteSlots, [.uuid(enrolmentId)], deadline: deadline)
        var detail = ["enrolment": enrolmentId]
        if let attestedKey { detail["attestedKey"] = Hex.text(attestedKey) }
        for slot in slots { detail["certificate " + slot.certificateSerial] = slot.keyId }
        let entry = AuditEntry(kind: "enrolment.completed", subject: documentNumber, detail: detail)
        try AuditLog.append(entry, on: connection, deadline: deadline)
        return .commit(.finished)
    }

    /// False when the enrolment has no slot with this key.
    private func store(
        _ slot: CompletedSlot, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        let inserted = try connection.run(
            EnrolmentStatements.insertKey,
            [
                .uuid(enrolmentId), .uuid(slot.keyId), .bytes(slot.Q), .bytes(slot.Q1), .bytes(slot.N),
                .bytes(slot.ckey), .bytes(slot.nHash), .bytes(slot.proofHash), .bytes(slot.sealedX2),
                .bytes(slot.ratchet),
            ], deadline: deadline)
        guard inserted.affected == 1 else { return false }
        try connection.run(
            EnrolmentStatements.archive,
            [
                .uuid(enrolmentId), .uuid(slot.keyId), .bytes(slot.ssid), .bytes(slot.parametersHash),
                .bytes(slot.proofTranscript),
            ], deadline: deadline)
        try connection.run(
            EnrolmentStatements.insertCertificate,
            [
                .text(slot.certificateSerial), .uuid(slot.keyId), .bytes(slot.certificateDER),
                .text(slot.certificateLevel), .text(slot.certificateState.rawValue), .time(slot.notBefore),
                .time(slot.notAfter),
            ], deadline: deadline)
        return true
    }
}
