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
        let row = try rowOfRun(row, deadline)
        let hash = SHA256.hash(rawBody)
        let isWorkedOn = attempt.ownerBoot == bootId ? vault.isInFlight(attempt.id) : attempt.isOwnerAlive
        let facts = AttemptFacts(row, isWorkedOn: isWorkedOn)
        switch ProveRules.begin(facts, isSameBytes: attempt.s3Hash == hash) {
        case .refuse(let consequence): throw try apply(consequence, row, deadline)
        case .answer:
            guard let answer = attempt.s4Answer else { throw ServiceError(.internalFailure) }
            return answer
        case .judge: break
        }
        try requirePatience(row.key.documentNumber)
        let s3: S3
        do throws(ServiceError) { s3 = try ProveBody.decode(body, attempt: attempt.id) } catch {
            _ = try apply(ProveRules.burned(by: error.code), row, deadline)
            throw error
        }
        if let refusal = ProveRules.admit(facts) { throw try apply(refusal, row, deadline) }
        guard ProofRules.maySign(row.key.proofVersion, row.session) else { throw ServiceError(.keyUnverified) }
        // A refresh that has ended has no share left: that is no damage.
        _ = try keyOfRun(row.key, row.session, deadline)
        // Found before T1: an overload found after it would burn the attempt.
        guard compute.hasRoom(.prove) else {
            throw ServiceError(.overloaded, retryAfterSeconds: Limits.retryAfterSeconds)
        }
        let context = try watchedContext(row.key, row.session, digest: attempt.digest, deadline)
        // Before T1 too: a share that does not open must not cost the phone its only c3.
        let x2 = try unsealed(row.key, deadline)
        guard let nonce = vault.take(attempt.id, now: .now()) else {
            throw try apply(ProveRules.withoutNonce(isInFlight: vault.isInFlight(attempt.id)), row, deadline)
        }
        defer { vault.settle(attempt.id) }
        return try prove(s3, hash: hash, row: row, context: context, x2: x2, nonce: nonce, deadline: deadline)
    }

    /// Ends an attempt whose time or session is over.
    func requireLive(_ row: Storage.SigningContext, _ deadline: MonotonicTime) throws(ServiceError) {
        let facts = AttemptFacts(row, isWorkedOn: row.attempt.isOwnerAlive)
        if let refusal = ProveRules.whileCommitted(facts) { throw try apply(refusal, row, deadline) }
    }

    private func prove(
        _ s3: S3, hash: [UInt8], row: Storage.SigningContext, context: Crypto.SigningContext, x2: borrowing Scalar,
        nonce: consuming SigningNonce, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        let attempt = ServerSigning.Attempt(
            context: context, s1: S1(nonce: row.attempt.s1Nonce, commitment: row.attempt.commitment),
            ssid: row.attempt.id)
        let ratchet: Ratchet
        do throws(ServiceError) { ratchet = try self.ratchet(of: row.key, for: s3, deadline) } catch {
            keep(nonce, of: row.attempt)
            throw error
        }
        let verified: ServerSigning.VerifiedS3
        do throws(CryptoError) {
            verified = try ServerSigning.verify(s3, attempt: attempt, nonce: nonce, ratchet: ratchet)
        } catch {
            let mark: ReseedMark
            do throws(ServiceError) { mark = try reseedMark(of: row.key, after: error, deadline) } catch {
                keep(nonce, of: row.attempt)
                throw error
            }
            let judged =
                row.session.liftsSuspension
                ? ProveRules.inRefresh(error.code) : ProveRules.afterRestore(error.code, mark)
            switch judged {
            case .reseed:
                verified = try reseeded(s3, attempt, nonce: nonce, row, deadline)
            case .refuse(let refusal):
                if refusal.effects.contains(.keepNonce) { keep(nonce, of: row.attempt) }
                throw try apply(refusal, row, deadline)
            }
        }
        faults(.beforeConsume)
        try consume(s3, verified, hash: hash, row: row, deadline: deadline)
        faults(.afterConsume)
        do throws(ServiceError) {
            let answer = try answer(
                s3, verified, attempt: attempt, row: row, x2: x2, nonce: nonce, deadline: deadline)
            try reveal(answer, row, deadline)
            return answer
        } catch {
            // Between T1 and T2 nothing has left: the attempt is given up, never computed again.
            cleanup.perform(.abandonAttempt(id: row.attempt.id, reason: error.code.rawValue))
            throw error
        }
    }

    /// The key's ratchet, with its former values only when they are needed: to tell a copy from a stranger when no
    /// candidate is the current one.
    private func ratchet(
        of key: KeyRecord, for s3: S3, _ deadline: MonotonicTime
    ) throws(ServiceError) -> Ratchet {
        // No more than may be sent: a longer list is refused in its place, behind the proof of x1.
        let candidates = s3.ratchet.prefix(Ratchet.candidateLimit)
        if candidates.contains(where: { Ratchet.hash(token: $0, keyId: key.keyId) == key.ratchet }) {
            return Ratchet(current: key.ratchet, history: [])
        }
        let former = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.formerRatchets(keyId: key.keyId, deadline: deadline.storage)
        }
        return Ratchet(current: key.ratchet, history: former)
    }

    /// After an acknowledged restore a key's ratchet lags behind its phone's. The next S3 may set it, once: every other
    /// check passes again, and T1 takes the mark from the key.
    private func reseeded(
        _ s3: S3, _ attempt: ServerSigning.Attempt, nonce: borrowing SigningNonce, _ row: Storage.SigningContext,
        _ deadline: MonotonicTime
    ) throws(ServiceError) -> ServerSigning.VerifiedS3 {
        let former = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.formerRatchets(keyId: row.key.keyId, deadline: deadline.storage)
        }
        do throws(CryptoError) {
            return try ServerSigning.verify(
                s3, attempt: attempt, nonce: nonce,
                ratchet: .reseeded(current: row.key.ratchet, history: former))
        } catch { throw try apply(ProveRules.refused(error.code), row, deadline) }
    }

    private func reseedMark(
        of key: KeyRecord, after error: CryptoError, _ deadline: MonotonicTime
    ) throws(ServiceError) -> ReseedMark {
        guard error.code == "RATCHET_UNKNOWN" else { return .none }
        return try ServiceError.storing { () throws(StorageError) in
            try stores.eras.reseedMark(keyId: key.keyId, deadline: deadline.storage)
        }
    }

    /// k2 goes back for the phone's next try. Whether the attempt's time has passed is the database's to decide; this
    /// bound only says how long memory is kept.
    private func keep(_ nonce: consuming SigningNonce, of attempt: AttemptRecord) {
        vault.put(
            nonce, attempt: attempt.id,
            expiresAt: MonotonicTime.now().advanced(byMilliseconds: Int(Self.attemptMilliseconds)))
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
            cleanup.perform(.abandonAttempt(id: row.attempt.id, reason: "T1_UNKNOWN"))
            throw ServiceError(error)
        }
        if let refusal = ProveRules.consumed(outcome) { throw try apply(refusal, row, deadline) }
    }

    /// c3 and its signature, on the compute pool before everything else.
    private func answer(
        _ s3: S3, _ verified: ServerSigning.VerifiedS3, attempt: ServerSigning.Attempt, row: Storage.SigningContext,
        x2: borrowing Scalar, nonce: consuming SigningNonce, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        var prepared = noise.take(
            .init(keyId: row.key.keyId, epoch: row.key.epoch, nHash: row.key.nHash),
            deadline: MonotonicTime.now().advanced(byMilliseconds: 200))
        let key: PaillierPublicKey
        if let made = prepared?.key {
            key = made
        } else {
            key = try checked { () throws(CryptoError) in
                try PaillierPublicKey(N: Integer(bytes: row.key.N), suite: attempt.context.suite)
            }
        }
        var held: SigningNonce? = consume nonce
        var failure: CryptoError?
        let s4: S4?
        do throws(ComputeOverload) {
            s4 = try compute.run(.prove, deadline: deadline) { () -> S4? in
                guard let k2 = held.take() else { return nil }
                do throws(CryptoError) {
                    return try ServerSigning.answer(
                        s3, verified, attempt: attempt, nonce: k2, x2: x2, key: key, noise: prepared.take(),
                        check: faultCheck, core: core, random: random)
                } catch {
                    failure = error
                    return nil
                }
            }
        } catch { throw ServiceError(error) }
        if let failure { throw failed(failure, row, deadline) }
        guard let s4 else { throw ServiceError(.internalFailure) }
        return SigningAnswers.encode(s4)
    }

    /// A machine that has erred once may err again: the operator is told, also when the alert cannot be written.
    private func failed(
        _ failure: CryptoError, _ row: Storage.SigningContext, _ deadline: MonotonicTime
    ) -> ServiceError {
        if failure.code == "C3_FAULT" {
            let detail = ["session": row.session.id, "key": row.key.keyId, "process": bootId]
            do throws(ServiceError) {
                try alert(.computationFault, row.key.documentNumber, detail, deadline)
            } catch { return error }
        }
        return ServiceError(failure)
    }

    /// T2: only what is stored is ever sent.
    private func reveal(
        _ answer: [UInt8], _ row: Storage.SigningContext, _ deadline: MonotonicTime
    ) throws(ServiceError) {
        faults(.beforeAnswerStored)
        let isStored = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.storeAnswer(
                attemptId: row.attempt.id, bootId: bootId, s4Answer: answer, deadline: deadline.storage)
        }
        guard holds("ANSWER_STORED", isStored) else {
            let refusal = try ServiceError.storing { () throws(StorageError) in
                try stores.signing.answerRefusal(
                    attemptId: row.attempt.id, bootId: bootId, deadline: deadline.storage)
            }
            throw try apply(ProveRules.unanswered(refusal), row, deadline)
        }
        faults(.afterAnswerStored)
    }
}
