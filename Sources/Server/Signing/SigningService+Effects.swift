import Crypto
import Storage

extension SigningService {
    /// Carries out what a rule has decided.
    /// - Returns: what the client is told
    func apply(
        _ consequence: Consequence, _ row: Storage.SigningContext, _ deadline: MonotonicTime
    ) throws(ServiceError) -> ServiceError {
        var isChanged = true
        for effect in consequence.effects { isChanged = try carryOut(effect, row, deadline) }
        return refusal(isChanged ? consequence.code : consequence.codeIfUnchanged ?? consequence.code)
    }

    /// A code with what belongs to it.
    func refusal(_ code: Code) -> ServiceError {
        ServiceError(code, retryAfterSeconds: code == .inProgress ? Limits.retryAfterSeconds : nil)
    }

    /// - Returns: whether there was anything to change
    private func carryOut(
        _ effect: SigningEffect, _ row: Storage.SigningContext, _ deadline: MonotonicTime
    ) throws(ServiceError) -> Bool {
        switch effect {
        case .burn(let code):
            let isBurned = try burn(row.attempt, reason: code, deadline)
            faults(.afterBurned)
            return isBurned
        case .abandon: return try abandon(row.attempt, deadline)
        case .expireSession:
            vault.discard(row.attempt.id)
            try expire(row.session.id, deadline)
        case .suspendBothSlots:
            _ = try ServiceError.storing { () throws(StorageError) in
                try stores.signing.suspendForClone(
                    documentNumber: row.key.documentNumber, attemptId: row.attempt.id, deadline: deadline.storage)
            }
            faults(.afterSuspended)
            alerts.count(.clone)
        case .countFinish(let code): try countFinish(row.attempt, code, deadline)
        // The caller has put it back: a nonce cannot be passed through a value that is copied.
        case .keepNonce: break
        case .alert(let kind):
            try alert(kind, row.key.documentNumber, ["session": row.session.id], deadline)
        case .slowDown: _ = provers.admit(row.key.documentNumber, now: .now())
        }
        return true
    }

    /// - Returns: whether the attempt was still open
    @discardableResult
    func burn(_ attempt: AttemptRecord, reason: Code, _ deadline: MonotonicTime) throws(ServiceError) -> Bool {
        vault.discard(attempt.id)
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.burn(attemptId: attempt.id, reason: reason.rawValue, deadline: deadline.storage)
        }
        if case .sessionEnded(let id) = outcome { sessionEnded(id) }
        return outcome != .unchanged
    }

    /// - Returns: whether the attempt was given up by this call
    private func abandon(_ attempt: AttemptRecord, _ deadline: MonotonicTime) throws(ServiceError) -> Bool {
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.abandon(
                attemptId: attempt.id, bootId: attempt.ownerBoot, reason: "OWNER_DEAD", deadline: deadline.storage)
        }
        if case .sessionEnded(let id) = outcome { sessionEnded(id) }
        return outcome != .unchanged
    }

    /// Completes a session whose time has passed.
    func expire(_ sessionId: String, _ deadline: MonotonicTime) throws(ServiceError) {
        if try ServiceError.storing({ () throws(StorageError) in
            try stores.sessions.expire(id: sessionId, deadline: deadline.storage)
        }) {
            sessionEnded(sessionId)
        }
    }

    private func countFinish(
        _ attempt: AttemptRecord, _ code: Code, _ deadline: MonotonicTime
    ) throws(ServiceError) {
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.recordBadFinish(
                attemptId: attempt.id, code: code.rawValue, deadline: deadline.storage)
        }
        faults(.afterBadFinish)
        guard case .failed(let ended, let isTicket) = outcome else { return }
        alerts.count(.attemptFailed)
        if isTicket { alerts.count(.repeatedFailures) }
        if let ended { sessionEnded(ended) }
    }

    /// Writes an alert that belongs to no other change.
    /// - Parameter subject: a document number
    func alert(
        _ kind: AlertKind, _ subject: String, _ detail: [String: String], _ deadline: MonotonicTime
    ) throws(ServiceError) {
        try alerts.write(kind, about: subject, detail, to: stores.audit, deadline)
    }

    /// Refuses a device that has sent wrong proofs a moment ago (`SigningEffect.slowDown`). Its keys are as they were.
    func requirePatience(_ documentNumber: String) throws(ServiceError) {
        guard let seconds = provers.seconds(before: documentNumber, now: .now()) else { return }
        throw ServiceError(.rateLimited, retryAfterSeconds: seconds)
    }

    /// x2 of a key. A record whose parts do not belong together any more is refused.
    func unsealed(_ key: KeyRecord, _ deadline: MonotonicTime) throws(ServiceError) -> Scalar {
        try integrity.reading(key.keyId, of: key.documentNumber, deadline) { () throws(CryptoError) in
            try share(of: key)
        }
    }

    /// The core's view of a key and a session, under the same watch: Q and Q1 are points or damaged.
    /// - Parameter digest: m, fixed at commit
    func watchedContext(
        _ key: KeyRecord, _ session: SessionRecord, digest: [UInt8], _ deadline: MonotonicTime
    ) throws(ServiceError) -> Crypto.SigningContext {
        try integrity.reading(key.keyId, of: key.documentNumber, deadline) { () throws(CryptoError) in
            try context(key, session, digest: digest)
        }
    }
}
