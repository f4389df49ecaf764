import Crypto
import Wire

/// A phone keeps k1 until it has its answer (mobile-api §6): there may be a c3 for it, which nobody else can use. A
/// slot has room for one such run, so that another begins, or a refresh, when it has ended.
extension SigningRun {
    /// Ends the run that is open on a slot, unless it is of this session: takes it up to its signature, or lets go of
    /// it when the server says that it is over.
    /// - Parameters:
    ///   - sessionId: of the run that is to begin; nil when it is none of the slot's
    ///   - unlock: called only when a run is open; it takes up what the citizen has approved already
    /// - Returns: `.locked` when the open run was the end of the key; nil when the slot is free
    /// - Throws: no answer, a wrong PIN; `RUN_OPEN` while it is unknown how that run ends
    func settle(_ slot: Slot, before sessionId: String?, unlock: Unlock) throws(PhoneError) -> End? {
        guard let open = try registry.slot(slot).openRun, open.sessionId != sessionId else { return nil }
        let unlocked = try unlock(open.scheme)
        let result: String
        do throws(PhoneError) {
            switch try resume(open, slot: slot, unlocked) {
            case .locked(let cause): return .locked(cause: cause)
            case .signed(let endResult): result = endResult
            case nil: result = Self.restart
            }
        } catch {
            guard try isOver(open, slot, after: error) else { throw Self.stillOpen(open, error) }
            result = error.code
        }
        // That run's signature was the server's commit of the new epoch.
        if open.scheme == .possession, result == "OK" { try registry.adoptRefresh() }
        progress(.settled(sessionId: open.sessionId, result: result))
        return nil
    }

    private static let restart = "SIGNING_RESTART"

    /// Whether nothing can come of a run any more: the server has said so (then it is forgotten already), or its time
    /// is over and it could not be taken up.
    private func isOver(_ open: OpenRun, _ slot: Slot, after error: PhoneError) throws(PhoneError) -> Bool {
        if RetryRule.endsRun(error) { return true }
        switch error {
        case .transport, .wrongPIN: return false
        default: guard open.expiresAt < environment.now() else { return false }
        }
        try registry.updateSlot(slot) { $0.openRun = nil }
        return true
    }

    private static func stillOpen(_ open: OpenRun, _ error: PhoneError) -> PhoneError {
        guard RetryRule.isDecided(error) else { return error }
        return .check(
            code: "RUN_OPEN",
            reason: "a signature of session \(open.sessionId) may exist and is not finished (\(error.code)): finish it "
                + "or wait until \(Timestamp.format(unixSeconds: open.expiresAt))")
    }
}
