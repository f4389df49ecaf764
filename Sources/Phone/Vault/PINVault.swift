import Crypto

/// Opens slots with PINs and counts the wrong ones. The tenth in a row deletes the slot.
public struct PINVault {
    /// Consecutive wrong PINs that delete a slot.
    public static let maximumTries = 10

    let registry: PhoneRegistry
    let random: any RandomSource

    public init(registry: PhoneRegistry, random: any RandomSource = SystemRandom()) {
        self.registry = registry
        self.random = random
    }

    /// The share of a slot. The try is counted durably before it is made, so that a phone killed in the middle has
    /// not given it for nothing.
    /// - Throws: `.wrongPIN`, `SLOT_DELETED` (by this try or before), `SLOT_LOCKED`, `SLOT_MISSING`, `STATE_SHARE`
    func unlock(_ slot: Slot, pin: PIN) throws(PhoneError) -> UnlockedShare {
        let record = try registry.slot(slot)
        try Self.checkUsable(record)
        let tries = record.wrongPINs + 1
        guard tries <= Self.maximumTries else {
            try registry.close(slot) { $0.delete() }
            throw Self.deleted
        }
        try registry.updateSlot(slot) { $0.wrongPINs = tries }
        if let unlocked = try open(record, pin: pin) {
            try registry.updateSlot(slot) { $0.wrongPINs = 0 }
            return unlocked
        }
        guard tries < Self.maximumTries else {
            try registry.close(slot) { $0.delete() }
            throw Self.deleted
        }
        throw .wrongPIN(remaining: Self.maximumTries - tries)
    }

    /// The share that signs in a run: in a proof of possession the new one, under the same PIN, whose tries are counted
    /// at the old one.
    func unlock(_ slot: Slot, pin: PIN, for scheme: SigningScheme) throws(PhoneError) -> UnlockedShare {
        let own = try unlock(slot, pin: pin)
        guard scheme == .possession else { return own }
        let next = try registry.key(slot, for: scheme)
        return try PhoneError.checking { () throws(CryptoError) in try SealedShare.open(next, pin: pin.bytes) }
    }

    /// The same, asking again after a wrong PIN where there is somebody to ask: the server has waited since S2, and
    /// another attempt for each slip would use up the session's.
    func unlock(_ slot: Slot, _ pins: PINs, for scheme: SigningScheme) throws(PhoneError) -> UnlockedShare {
        var left: Int?
        while true {
            do throws(PhoneError) {
                return try unlock(slot, pin: pins.pin(slot, triesLeft: left), for: scheme)
            } catch {
                guard case .wrongPIN(let remaining) = error, pins.areAsked else { throw error }
                left = remaining
            }
        }
    }

    /// nil for a wrong PIN.
    private func open(_ record: SlotRecord, pin: PIN) throws(PhoneError) -> UnlockedShare? {
        do throws(CryptoError) {
            return try SealedShare.open(record, pin: pin.bytes)
        } catch {
            guard error.code == "CIPHER_TAG" else { throw PhoneError(error) }
            return nil
        }
    }

    /// Whether the PIN opens the slot; a wrong one counts.
    /// - Throws: as `unlock`, except `.wrongPIN`
    public func verify(_ slot: Slot, pin: PIN) throws(PhoneError) -> Bool {
        do {
            _ = try unlock(slot, pin: pin)
            return true
        } catch {
            if case .wrongPIN = error { return false }
            throw error
        }
    }

    /// Seals the slot under another PIN; key and certificate stay.
    /// - Throws: as `unlock`; `PIN_FORMAT`
    public func changePIN(
        _ slot: Slot, from old: PIN, to new: PIN
    ) throws(PhoneError) {
        try new.checkFormat()
        let unlocked = try unlock(slot, pin: old)
        let label = try registry.slot(slot).associatedData
        let sealed = try PhoneError.checking { () throws(CryptoError) in
            try SealedShare.seal(
                unlocked.share, runKey: unlocked.runKey, pin: new.bytes, associatedData: label, random: random)
        }
        guard registry.state.pendingRefresh?.next.slot != slot else {
            throw .check(code: "REFRESH_PENDING", reason: "a refresh of this key is under way; resume it first")
        }
        try registry.updateSlot(slot) { $0.sealedShare = sealed }
    }

    /// - Throws: `SLOT_LOCKED`, `SLOT_DELETED`
    static func checkUsable(_ record: SlotRecord) throws(PhoneError) {
        switch record.status {
        case .active: return
        case .deleted: throw deleted
        case .locked:
            throw .check(
                code: "SLOT_LOCKED",
                reason: "the server signed a wrong answer once; this key is destroyed, enrol again")
        }
    }

    private static let deleted = PhoneError.check(
        code: "SLOT_DELETED", reason: "ten wrong PINs: this key is deleted, enrol again")
}
