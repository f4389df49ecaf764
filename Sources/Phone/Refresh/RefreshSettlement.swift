import Crypto

extension PhoneRegistry {
    /// Asks which epoch the server holds and adopts the pending one if it is that. A number alone does not say it: a
    /// copy of the phone that refreshes as well comes to the same one, under another N.
    ///
    /// - Returns: whether the pending epoch was adopted; false also when nothing is pending
    /// - Throws: `KEY_REPLACED` when the server holds another key of that epoch, or a later one. The pending refresh is
    ///   gone then, and with it what could sign.
    func settleRefresh(_ client: PhoneClient) throws(PhoneError) -> Bool {
        guard let next = state.pendingRefresh?.next,
            let held = try client.deviceStatus().slots.first(where: { $0.slot == next.slot.rawValue }),
            held.keyId == next.keyId, held.epoch >= next.epoch
        else { return false }
        guard held.epoch == next.epoch, held.modulusHash == SHA256.hash(next.N) else {
            try dropRefresh()
            throw .keyReplaced
        }
        try adoptRefresh()
        return true
    }
}

extension PhoneError {
    /// Another phone has refreshed this one's key.
    static let keyReplaced = PhoneError.check(
        code: "KEY_REPLACED",
        reason: "another phone has refreshed this key, so a copy of this one exists: report it and enrol again")
}
