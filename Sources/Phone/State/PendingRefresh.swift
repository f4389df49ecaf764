import Crypto
import Wire

/// A refresh whose F3 may have left. The key set of before stays in the registration until the server has committed the
/// new epoch: which of the two signs is the server's to say (threshold-ecdsa A.6).
public struct PendingRefresh: Sendable, Equatable {
    public let refreshId: String
    /// The key of the new epoch. Certificate, ratchet and counters are those of the registration's record.
    public let next: SlotRecord
    /// The body of complete, byte for byte.
    public let body: [UInt8]
    /// What the AUTH key of the old epoch signs, 32 bytes.
    public let authorisationDigest: [UInt8]
    /// What the key of the new epoch signs, 32 bytes.
    public let possessionDigest: [UInt8]
    /// Whether the server has taken the authorisation.
    public var isAuthorised = false

    init(
        refreshId: String, next: SlotRecord, body: [UInt8], authorisationDigest: [UInt8], possessionDigest: [UInt8]
    ) {
        self.refreshId = refreshId
        self.next = next
        self.body = body
        self.authorisationDigest = authorisationDigest
        self.possessionDigest = possessionDigest
    }

    init(_ fields: JSONFields) throws(FieldError) {
        refreshId = try fields.string("refreshId", characters: 1...128)
        next = try SlotRecord(fields.object("next"))
        body = try fields.base64("body", max: 1 << 20)
        authorisationDigest = try fields.base64("authorisationDigest", bytes: 32)
        possessionDigest = try fields.base64("possessionDigest", bytes: 32)
        isAuthorised = try fields.bool("authorised")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("refreshId", refreshId)
            writer.member("next") { next.write(to: &$0) }
            writer.member("body", base64: body)
            writer.member("authorisationDigest", base64: authorisationDigest)
            writer.member("possessionDigest", base64: possessionDigest)
            writer.member("authorised", isAuthorised)
        }
    }
}

extension SlotRecord {
    /// This key of a new epoch with what goes on from the one before: certificate, counter, ratchet, the open run.
    func following(_ old: SlotRecord) -> SlotRecord {
        var record = self
        record.certificate = old.certificate
        record.chain = old.chain
        record.certificateLevel = old.certificateLevel
        record.lastSignCounter = old.lastSignCounter
        record.ratchet = old.ratchet
        record.wrongPINs = old.wrongPINs
        record.openRun = old.openRun
        return record
    }
}

extension PhoneRegistry {
    /// The key that signs in a run: in a proof of possession that of the epoch which is not committed yet.
    /// - Throws: `REFRESH_NONE`
    func key(_ slot: Slot, for scheme: SigningScheme) throws(PhoneError) -> SlotRecord {
        let own = try self.slot(slot)
        guard scheme == .possession else { return own }
        guard let pending = state.pendingRefresh, pending.next.slot == slot else {
            throw .check(code: "REFRESH_NONE", reason: "no refresh of this key is under way")
        }
        return pending.next.following(own)
    }

    /// The new epoch takes the place of the old one, whose share is gone with this write.
    /// - Throws: `SLOT_LOCKED`, `SLOT_DELETED`: a key that has ended stays so in every epoch, whatever the server says
    func adoptRefresh() throws(PhoneError) {
        if let slot = state.pendingRefresh?.next.slot, let own = state.registration?.slot(slot), own.status != .active {
            try dropRefresh()
            try PINVault.checkUsable(own)
        }
        try update { state in
            guard let pending = state.pendingRefresh, var registration = state.registration,
                let index = registration.slots.firstIndex(where: { $0.slot == pending.next.slot })
            else { return }
            var next = pending.next.following(registration.slots[index])
            // The possession's own: others have ended before it began, and their seeds lie under the share that goes.
            next.openRun = nil
            registration.slots[index] = next
            state.registration = registration
            state.pendingRefresh = nil
        }
    }

    /// The refresh has failed for good: the old epoch goes on.
    func dropRefresh() throws(PhoneError) {
        try update { state in
            guard let pending = state.pendingRefresh else { return }
            state.pendingRefresh = nil
            state.registration?.dropRun(of: pending.next.slot, scheme: .possession)
        }
    }
}

extension Registration {
    /// Forgets the open run of a scheme that will not be taken up.
    fileprivate mutating func dropRun(of slot: Slot, scheme: SigningScheme) {
        guard let index = slots.firstIndex(where: { $0.slot == slot }), slots[index].openRun?.scheme == scheme
        else { return }
        slots[index].openRun = nil
    }
}
