import Crypto
import Storage

/// What the runs of a refresh have of their own: which epoch signs, and what their signature leads to.
extension SigningService {
    /// The key that signs in this session: in a proof of possession that of the epoch which is not committed yet.
    /// - Throws: REFRESH_CLOSED, REFRESH_EXPIRED
    func keyOfRun(
        _ key: KeyRecord, _ session: SessionRecord, _ deadline: MonotonicTime
    ) throws(ServiceError) -> KeyRecord {
        guard session.signatureProtocol == SigningScheme.possession.rawValue else { return key }
        let pending = try pendingKey(session, deadline)
        guard pending.state == .pending, let next = key.next(pending) else {
            throw ServiceError(.refreshClosed)
        }
        guard holds("REFRESH_EXPIRED/run", !pending.isExpired) else { throw ServiceError(.refreshExpired) }
        return next
    }

    /// The row of a prove or finish with that key. A refresh that has ended keeps its public part: repetitions get
    /// their stored answers, and a report of a wrong c3 is still checked; the share that stands in the row then does
    /// not open.
    func rowOfRun(
        _ row: Storage.SigningContext, _ deadline: MonotonicTime
    ) throws(ServiceError) -> Storage.SigningContext {
        guard row.session.signatureProtocol == SigningScheme.possession.rawValue else { return row }
        let pending = try pendingKey(row.session, deadline)
        return row.with(key: row.key.next(pending) ?? row.key.publicNext(pending))
    }

    private func pendingKey(_ session: SessionRecord, _ deadline: MonotonicTime) throws(ServiceError) -> PendingKey {
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.refreshes.pendingKey(session: session.id, deadline: deadline.storage)
        }
        guard let found else { throw ServiceError(.refreshClosed) }
        return found
    }

    /// A verified signature: a relying party's is published, one of a refresh takes the refresh a step on.
    func store(
        _ finished: FinishedSignature, _ row: Storage.SigningContext, _ deadline: MonotonicTime
    ) throws(ServiceError) -> FinishOutcome {
        let step: RefreshStep
        switch SigningScheme(rawValue: row.session.signatureProtocol) {
        case .refresh: step = .authorise
        case .possession: step = .possess(proofVersion: ProofRules.version)
        default:
            return try ServiceError.storing { () throws(StorageError) in
                try stores.signing.finish(finished, deadline: deadline.storage)
            }
        }
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.finishRefresh(
                finished, sessionId: row.session.id, step, deadline: deadline.storage)
        }
        if outcome == .published { faults(step == .authorise ? .afterRefreshAuthorised : .afterRefreshCommitted) }
        return outcome
    }

    /// Said to the operator once a minute for each key; changes nothing, because S1 proves nothing.
    func noteOldEpoch(of key: KeyRecord, named: Int, _ deadline: MonotonicTime) throws(ServiceError) {
        guard named < key.epoch, oldEpochAlerts.admit(key.keyId, now: .now()) == nil else { return }
        try alert(
            .oldEpoch, key.documentNumber,
            ["key": key.keyId, "slot": key.slot, "epoch": "\(key.epoch)", "named": "\(named)"], deadline)
    }
}
