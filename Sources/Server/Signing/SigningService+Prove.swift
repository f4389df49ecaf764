import Crypto
import Storage
import Wire

extension SigningService {
    /// S3 → S4 for an attempt of this process.
    /// - Parameter row: as loaded for this request; its owner is this process
    func prove(
        _ body: JSONFields, rawBody: [UInt8], row: Storage.SigningContext, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        let attempt = row.attempt
        let hash = SHA256.hash(rawBody)
        if attempt.state != .committed { return try repeated(attempt, hash: hash, deadline: deadline) }
        try requireLive(row, deadline)
        let s3: S3
        do throws(ServiceError) { s3 = try ProveBody.decode(body, attempt: attempt.id) } catch {
            try burn(attempt, reason: error.code, deadline)
            throw error
        }
        try requireActive(row.key.state)
        guard row.certificate?.state == .active else { throw ServiceError(.documentUnusable) }
        // Found before T1: an overload found after it would burn the attempt.
        guard compute.hasRoom(.prove) else {
            throw ServiceError(.overloaded, retryAfterSeconds: Limits.retryAfterSeconds)
        }
        let context = try checked { () throws(CryptoError) in
            try self.context(row.key, row.session, digest: attempt.digest)
        }
        guard let nonce = vault.take(attempt.id, now: .now()) else {
            throw try withoutNonce(attempt, deadline)
        }
        defer { vault.settle(attempt.id) }
        return try prove(s3, hash: hash, row: row, context: context, nonce: nonce, deadline: deadline)
    }

    /// What to say when this process should hold the nonce and does not: another request is using it, or it is lost (a
    /// failed clean-up), and then the attempt can only be given up.
    private func withoutNonce(
        _ attempt: AttemptRecord, _ deadline: MonotonicTime
    ) throws(ServiceError) -> ServiceError {
        if !vault.isInFlight(attempt.id), try burn(attempt, reason: .signingRestart, deadline) {
            return ServiceError(.signingRestart)
        }
        return ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds)
    }

    /// The answer for an attempt that is past COMMITTED.
    func repeated(
        _ attempt: AttemptRecord, hash: [UInt8], deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        guard attempt.state != .burned else { throw ServiceError(.signingRestart) }
        let isOurs = attempt.ownerBoot == bootId
        if attempt.s4Answer == nil, isOurs ? !vault.isInFlight(attempt.id) : !attempt.isOwnerAlive {
            // Nothing has left and nobody works on it (a dead owner, or our own clean-up failed): it is given up and
            // the phone starts again. Unchanged means that an answer has come in the meantime.
            guard try abandon(attempt, deadline) else {
                throw ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds)
            }
            throw ServiceError(.signingRestart)
        }
        guard attempt.s3Hash == hash else { throw ServiceError(.signingStepTaken) }
        guard let answer = attempt.s4Answer else {
            throw ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds)
        }
        return answer
    }

    /// Ends an attempt whose time or session is over.
    func requireLive(_ row: Storage.SigningContext, _ deadline: MonotonicTime) throws(ServiceError) {
        if row.session.state == .complete {
            throw ServiceError(row.session.endResult == "TIMEOUT" ? .sessionExpired : .sessionComplete)
        }
        guard row.session.isLive else {
            vault.discard(row.attempt.id)
            if try ServiceError.storing({ () throws(StorageError) in
                try stores.sessions.expire(id: row.session.id, deadline: deadline.storage)
            }) {
                sessionEnded(row.session.id)
            }
            throw ServiceError(.sessionExpired)
        }
        guard !row.attempt.isExpired else {
            vault.discard(row.attempt.id)
            try burn(row.attempt, reason: .signingRestart, deadline)
            throw ServiceError(.signingRestart)
        }
    }

    private func prove(
        _ s3: S3, hash: [UInt8], row: Storage.SigningContext, context: Crypto.SigningContext,
        nonce: consuming SigningNonce, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        let attempt = ServerSigning.Attempt(
            context: context, s1: S1(nonce: row.attempt.s1Nonce, commitment: row.attempt.commitment),
            ssid: row.attempt.id)
        let verified: ServerSigning.VerifiedS3
        do throws(CryptoError) {
            verified = try ServerSigning.verify(s3, attempt: attempt, nonce: nonce, ratchet: row.key.ratchetState)
        } catch {
            try refuse(error, row, nonce: nonce, deadline)
            throw ServiceError(error)
        }
        faults(.beforeConsume)
        try consume(s3, verified, hash: hash, row: row, deadline: deadline)
        faults(.afterConsume)
        do throws(ServiceError) {
            let answer = try answer(
                s3, verified, attempt: attempt, row: row, nonce: nonce, deadline: deadline)
            try reveal(answer, row.attempt, deadline)
            return answer
        } catch {
            // Between T1 and T2 nothing has left: the attempt is given up, never computed again.
            _ = try? stores.signing.abandon(
                attemptId: row.attempt.id, bootId: bootId, reason: error.code.rawValue,
                deadline: StorageDeadline(milliseconds: 2_000))
            throw error
        }
    }

    /// What a failed check of S3 does to the attempt (wire appendix §8).
    private func refuse(
        _ error: CryptoError, _ row: Storage.SigningContext, nonce: consuming SigningNonce, _ deadline: MonotonicTime
    ) throws(ServiceError) {
        switch error.code {
        case "RATCHET_UNKNOWN", "SIGNING_RESTART":
            // Changes nothing: the nonce goes back for the phone's next try. Whether the attempt's time has passed is
            // the database's to decide; this bound only says how long memory is kept.
            vault.put(
                nonce, attempt: row.attempt.id,
                expiresAt: MonotonicTime.now().advanced(byMilliseconds: Int(Self.attemptMilliseconds)))
        case "RATCHET_CLONE":
            // The keys first: a crash in between leaves an open attempt on a suspended key, which is harmless.
            _ = try ServiceError.storing { () throws(StorageError) in
                try stores.signing.suspendForClone(
                    documentNumber: row.key.documentNumber, attemptId: row.attempt.id, deadline: deadline.storage)
            }
            try burn(row.attempt, reason: .ratchetClone, deadline)
        case "R_ZERO":
            // Happens once in 2^256; the phone starts again.
            try burn(row.attempt, reason: .signingRestart, deadline)
            throw ServiceError(.signingRestart)
        case "DL_SG_Q1":
            try burn(row.attempt, reason: .dlSgQ1, deadline)
            let alert = AuditEntry(
                kind: "alert.shareProof", subject: row.key.documentNumber, detail: ["session": row.session.id])
            try ServiceError.storing { () throws(StorageError) in
                try stores.audit.write(alert, deadline: deadline.storage)
            }
        default:
            try burn(row.attempt, reason: Code(rawValue: error.code) ?? .internalFailure, deadline)
        }
    }

    /// T1.
    private func consume(
        _ s3: S3, _ verified: ServerSigning.VerifiedS3, hash: [UInt8], row: Storage.SigningContext,
        deadline: MonotonicTime
    ) throws(ServiceError) {
        let step = Consumption(
            attemptId: row.attempt.id, bootId: bootId, s3Hash: hash, r: verified.r, R1: s3.R1,
            expectedRatchet: row.key.ratchet, ratchetNext: s3.ratchetNext)
        let outcome: ConsumeOutcome
        do throws(StorageError) {
            outcome = try stores.signing.consume(step, deadline: deadline.storage)
        } catch {
            // Whether T1 happened is unknown: k2 is thrown away either way.
            _ = try? stores.signing.abandon(
                attemptId: row.attempt.id, bootId: bootId, reason: "T1_UNKNOWN",
                deadline: StorageDeadline(milliseconds: 2_000))
            throw ServiceError(error)
        }
        switch outcome {
        case .consumed: return
        case .notCommitted, .attemptExpired: throw ServiceError(.signingRestart)
        case .sessionEnded: throw ServiceError(.sessionComplete)
        case .sessionExpired: throw ServiceError(.sessionExpired)
        case .alreadyReleased: throw ServiceError(.signingAlreadyReleased)
        case .keyNotActive: throw ServiceError(.documentUnusable)
        case .ratchetMoved:
            // Another session of this key proved in between; this attempt's ratchet judgement is stale.
            try burn(row.attempt, reason: .signingRestart, deadline)
            throw ServiceError(.signingRestart)
        }
    }

    /// c3 and its signature, on the compute pool before everything else.
    private func answer(
        _ s3: S3, _ verified: ServerSigning.VerifiedS3, attempt: ServerSigning.Attempt, row: Storage.SigningContext,
        nonce: consuming SigningNonce, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        let x2 = try checked { () throws(CryptoError) in try share(of: row.key) }
        let key = try checked { () throws(CryptoError) in
            try PaillierPublicKey(N: Integer(bytes: row.key.N), suite: attempt.context.suite)
        }
        var prepared = noise.take(
            .init(keyId: row.key.keyId, epoch: row.key.epoch),
            deadline: MonotonicTime.now().advanced(byMilliseconds: 200))
        var held: SigningNonce? = consume nonce
        var failure: CryptoError?
        let s4: S4?
        do throws(ComputeOverload) {
            s4 = try compute.run(.prove, deadline: deadline) { () -> S4? in
                guard let k2 = held.take() else { return nil }
                do throws(CryptoError) {
                    return try ServerSigning.answer(
                        s3, verified, attempt: attempt, nonce: k2, x2: x2, key: key, noise: prepared.take(),
                        core: core, random: random)
                } catch {
                    failure = error
                    return nil
                }
            }
        } catch { throw ServiceError(error) }
        if let failure { throw ServiceError(failure) }
        guard let s4 else { throw ServiceError(.internalFailure) }
        return SigningAnswers.encode(s4)
    }

    /// T2: only what is stored is ever sent.
    private func reveal(
        _ answer: [UInt8], _ attempt: AttemptRecord, _ deadline: MonotonicTime
    ) throws(ServiceError) {
        faults(.beforeAnswerStored)
        let isStored = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.storeAnswer(
                attemptId: attempt.id, bootId: bootId, s4Answer: answer, deadline: deadline.storage)
        }
        guard isStored else { throw ServiceError(.sessionExpired) }
        faults(.afterAnswerStored)
    }

    /// - Returns: whether the attempt was still open
    @discardableResult
    func burn(_ attempt: AttemptRecord, reason: Code, _ deadline: MonotonicTime) throws(ServiceError) -> Bool {
        vault.discard(attempt.id)
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.burn(
                attemptId: attempt.id, reason: reason.rawValue, deadline: deadline.storage)
        }
        if case .sessionEnded(let id) = outcome { sessionEnded(id) }
        return outcome != .unchanged
    }

    /// - Returns: whether the attempt was given up by this call
    @discardableResult
    func abandon(_ attempt: AttemptRecord, _ deadline: MonotonicTime) throws(ServiceError) -> Bool {
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.abandon(
                attemptId: attempt.id, bootId: attempt.ownerBoot, reason: "OWNER_DEAD", deadline: deadline.storage)
        }
        if case .sessionEnded(let id) = outcome { sessionEnded(id) }
        return outcome != .unchanged
    }
}

extension KeyRecord {
    /// The packed history as the core takes it.
    var ratchetState: Ratchet {
        let hashes = stride(from: 0, to: ratchetHistory.count - ratchetHistory.count % 32, by: 32).map {
            Array(ratchetHistory[$0..<($0 + 32)])
        }
        return Ratchet(current: ratchet, history: hashes)
    }
}
