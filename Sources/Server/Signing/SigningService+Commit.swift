import Crypto
import Storage
import Wire

extension SigningService {
    /// S1 → S2.
    /// - Parameters:
    ///   - sessionId: as the path names it
    ///   - rows: what was read for it
    ///   - address: of the phone
    /// - Returns: the answer's bytes
    func commit(
        _ body: CommitBody, sessionId: String, _ rows: CommitRows, from address: IPAddress, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        try requirePatience(body.documentNumber)
        let session = try liveSession(rows.session, sessionId, body.documentNumber, deadline)
        try confirm(body, session, deadline)
        guard let held = rows.held else { throw ServiceError(.documentUnusable) }
        let state = session.admitted(held.key.state)
        if let refused = CommitRules.key(state, hasCertificate: held.certificate != nil) {
            throw refusal(refused.code)
        }
        guard ProofRules.maySign(held.key.proofVersion, session) else { throw ServiceError(.keyUnverified) }
        let key = try keyOfRun(held.key, session, deadline)
        if let refused = CommitRules.epoch(body.epoch, own: key.epoch) {
            try noteOldEpoch(of: key, named: body.epoch ?? 1, deadline)
            throw refusal(refused.code)
        }
        let digest = try SessionMessage.digest(session, body: body, schemeName: schemeName, key: key)
        guard let certificate = held.certificate else { throw ServiceError(.documentUnusable) }
        // A session of a person may be answered by any of his devices, but only with the level that was asked for.
        guard holds("CERTIFICATE_LEVEL", session.wantedLevel.isMet(by: certificate.level)) else {
            throw ServiceError(.noSuitableAccount)
        }
        if let seconds = rows.pauseSeconds { throw ServiceError(.rateLimited, retryAfterSeconds: seconds) }
        let (result, nonce) = try commit(
            body, session, key, certificate, from: address, digest: digest, deadline: deadline)
        for ended in result.endedSessions { sessionEnded(ended) }
        for attempt in result.burnedAttempts { vault.discard(attempt) }
        return try answer(result, nonce, session: session, key: key)
    }

    private func liveSession(
        _ found: SessionRecord?, _ id: String, _ documentNumber: String, _ deadline: MonotonicTime
    ) throws(ServiceError) -> SessionRecord {
        guard let session = found else { throw ServiceError(.sessionNotFound) }
        let isTaken = session.boundDocument.map { $0 != documentNumber } ?? false
        if let refused = CommitRules.session(AttemptFacts.Session(session), isBoundElsewhere: isTaken) {
            if refused.effects.contains(.expireSession) { try expire(id, deadline) }
            throw refusal(refused.code)
        }
        return session
    }

    /// A verification code that the citizen has confirmed wrongly ends the session.
    private func confirm(
        _ body: CommitBody, _ session: SessionRecord, _ deadline: MonotonicTime
    ) throws(ServiceError) {
        guard let confirmed = body.confirmVc, let value = session.vcValue, !holds("WRONG_VC", confirmed == value) else {
            return
        }
        let end = SessionCompletion(
            sessionId: session.id, endResult: "WRONG_VC", documentNumber: body.documentNumber)
        if try ServiceError.storing({ () throws(StorageError) in
            try stores.sessions.complete(end, deadline: deadline.storage)
        }) {
            sessionEnded(session.id)
        }
        throw ServiceError(.sessionComplete, pointer: "/confirmVc")
    }

    /// Inside the transaction that reserves the counter: draws k2 and makes S2.
    private func commit(
        _ body: CommitBody, _ session: SessionRecord, _ key: KeyRecord, _ certificate: CertificateRecord,
        from address: IPAddress, digest: [UInt8], deadline: MonotonicTime
    ) throws(ServiceError) -> (CommitResult, NonceBox) {
        let context = try watchedContext(key, session, digest: digest, deadline)
        let x2 = ScalarBox(try unsealed(key, deadline))
        let request = CommitRequest(
            sessionId: session.id, documentNumber: body.documentNumber, keyId: key.keyId, epoch: key.epoch,
            bootId: bootId,
            s1Hash: body.hash, s1Nonce: body.s1.nonce, commitment: body.s1.commitment, digest: digest,
            interactionTypeUsed: body.interactionTypeUsed, userChallenge: body.userChallenge,
            certificateSerial: certificate.serial,
            deviceAddress: session.sharesDeviceAddress ? address.description : nil)
        let box = NonceBox()
        // The closure may run again after a collision; one commit counts once.
        var isOverLimit: Int??
        let result = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.commit(request, deadline: deadline.storage) { reserved in
                let verdict = isOverLimit ?? limiter.admit(key.keyId, now: .now())
                isOverLimit = .some(verdict)
                guard holds("RATE_LIMITED/minute", verdict == nil) else { return nil }
                let expiresAt = min(reserved.now + Self.attemptMilliseconds, reserved.sessionExpiresAt)
                guard
                    let made = try? ServerSigning.commit(
                        body.s1, context: context, signCounter: UInt64(reserved.signCounter), x2: x2.scalar, core: core,
                        random: random)
                else { return nil }
                let s2 = made.s2
                box.put(made.takeNonce(), lifetimeMilliseconds: Int(expiresAt - reserved.now))
                return NewAttempt(
                    id: s2.attempt, s2Nonce: s2.nonce, R2: s2.R2,
                    s2Answer: box.keep(SigningAnswers.encode(s2, expiresAt: expiresAt / 1_000)), expiresAt: expiresAt)
            }
        }
        if let seconds = isOverLimit ?? nil { throw ServiceError(.rateLimited, retryAfterSeconds: seconds) }
        return (result, box)
    }

    private func answer(
        _ result: CommitResult, _ made: NonceBox, session: SessionRecord, key: KeyRecord
    ) throws(ServiceError) -> [UInt8] {
        switch CommitRules.committed(result.outcome) {
        case .refuse(let consequence):
            if case .expired = result.outcome { sessionEnded(session.id) }
            throw refusal(consequence.code)
        case .repeatAnswer:
            guard case .repeated(_, let s2Answer, _, _) = result.outcome else { throw ServiceError(.internalFailure) }
            return s2Answer
        case .answer:
            guard case .committed(let attempt) = result.outcome else { throw ServiceError(.internalFailure) }
            made.release(into: vault, attempt: attempt)
            faults(.afterCommitStored)
            prepareNoise(key)
            return made.answer
        }
    }

    private func prepareNoise(_ key: KeyRecord) {
        let N = key.N, suite = key.suite
        noise.prepare(
            .init(keyId: key.keyId, epoch: key.epoch, nHash: key.nHash),
            { [N, suite] in
                guard let suite = try? Suite(number: UInt64(suite)) else { return nil }
                return try? PaillierPublicKey(N: Integer(bytes: N), suite: suite)
            }, random: random)
    }
}

/// What the closure inside the transaction hands out: the nonce goes to the vault only after the commit.
private final class NonceBox {
    private var nonce: SigningNonce?
    private var expiresAt = MonotonicTime.now()
    private(set) var answer: [UInt8] = []

    func put(_ nonce: consuming SigningNonce, lifetimeMilliseconds: Int) {
        self.nonce = consume nonce
        expiresAt = MonotonicTime.now().advanced(byMilliseconds: lifetimeMilliseconds)
    }

    func keep(_ answer: [UInt8]) -> [UInt8] {
        self.answer = answer
        return answer
    }

    func release(into vault: NonceVault, attempt: [UInt8]) {
        if let nonce = nonce.take() { vault.put(nonce, attempt: attempt, expiresAt: expiresAt) }
    }
}

/// Lets a closure use a scalar that it must not own.
private final class ScalarBox {
    let scalar: Scalar
    init(_ scalar: consuming Scalar) { self.scalar = scalar }
}
