import Crypto

/// One signature of one message: attempts of commit → prove → finish (threshold-ecdsa A.4, mobile-api §6).
///
/// What must survive is written before what depends on it leaves: counter, ratchet token and the sealed seed of k1
/// before S3; the settled ratchet before S5; the proof of a wrong c3 (and with the same write the share's destruction)
/// before the report.
struct SigningRun {
    enum End {
        /// The server has taken the signature, which the phone has verified under its certificate's key.
        case signed(endResult: String)
        /// A signed c3 gave no signature; the share is destroyed in the state, the report is stored, not sent.
        case locked(cause: String)
    }

    let registry: PhoneRegistry
    let client: PhoneClient
    let environment: PhoneEnvironment
    let progress: (ApprovalProgress) -> Void

    /// Opens the share that signs in a run of this scheme: where the PIN is used.
    typealias Unlock = (SigningScheme) throws(PhoneError) -> UnlockedShare

    /// Starts attempts until one ends. The PIN is used once, when the first S2 has passed every check: a server that
    /// would have another message signed does not cost the citizen a PIN (threshold-ecdsa A.4), and the server works
    /// ahead while it is typed.
    ///
    /// A run of another session that is open on the slot ends first.
    /// - Throws: the last refusal; `SIGNING_RESTART` after five attempts; what `unlock` throws; `RUN_OPEN`
    func run(_ job: SigningJob, unlock: Unlock) throws(PhoneError) -> End {
        try PINVault.checkUsable(registry.slot(job.slot))
        if let end = try settle(job.slot, before: job.sessionId, unlock: unlock) { return end }
        var attempts = 0
        var committed = try begin(job, &attempts)
        let unlocked = try unlock(job.scheme)
        while true {
            do {
                return try prove(committed, job, unlocked)
            } catch { try mayRestart(after: error, attempts) }
            committed = try begin(job, &attempts)
        }
    }

    /// S1 and an S2 that the phone believes, as often as the server asks to start again.
    private func begin(_ job: SigningJob, _ attempts: inout Int) throws(PhoneError) -> Committed {
        while true {
            attempts += 1
            do {
                return try commit(job)
            } catch { try mayRestart(after: error, attempts) }
        }
    }

    /// - Throws: the error itself, unless another attempt may follow
    private func mayRestart(after error: PhoneError, _ attempts: Int) throws(PhoneError) {
        guard RetryRule.isRestart(error), attempts < RetryRule.maximumAttempts else { throw error }
        progress(.restarting(code: error.code))
    }

    /// Takes up a run whose S3 may have left before the phone was stopped.
    /// - Returns: nil when the server asks to start again; the run is forgotten then
    func resume(_ open: OpenRun, slot: Slot, _ unlocked: borrowing UnlockedShare) throws(PhoneError) -> End? {
        progress(.resuming)
        let record = try registry.key(slot, for: open.scheme)
        let s2 = try SigningBodies.s2(open.s2)
        let s3 = try SigningBodies.s3(open.s3)
        let seed = try PhoneError.checking { () throws(CryptoError) in
            try RunSeed.open(open.sealedSeed, under: unlocked.runKey, sessionId: open.sessionId)
        }
        let signing = try Self.begin(
            record, sessionId: open.sessionId, scheme: open.scheme, digest: open.digest, seed: seed)
        let accepted = try accept(s2, signing, lastSignCounter: open.previousSignCounter)
        do {
            return try proveAndFinish(open, slot: slot, signing, accepted, s3, unlocked)
        } catch {
            guard RetryRule.isRestart(error) else { throw error }
            return nil
        }
    }

    // MARK: S1 → S2

    /// S1 of a seed: the same one each time.
    private static func begin(
        _ record: SlotRecord, sessionId: String, scheme: SigningScheme, digest: [UInt8], seed: RunSeed
    ) throws(PhoneError) -> PhoneSigning {
        try PhoneError.checking { () throws(CryptoError) in
            let context = try SigningContext(
                suite: record.suite, keyId: record.keyId, epoch: record.epoch, Q: record.Q, Q1: record.Q1, N: record.N,
                ckey: record.ckey, sessionId: sessionId, slot: record.slot, scheme: scheme, digest: digest)
            return try PhoneSigning(context: context, random: seed)
        }
    }

    private func accept(
        _ s2: S2, _ signing: borrowing PhoneSigning, lastSignCounter: UInt64
    ) throws(PhoneError) -> PhoneSigning.AcceptedS2 {
        let service = try registry.service()
        do throws(CryptoError) {
            return try service.underAnyKey(code: "S2_SIGNATURE") { (core) throws(CryptoError) in
                try signing.accept(s2, lastSignCounter: lastSignCounter, core: core)
            }
        } catch { throw PhoneError(error) }
    }

    /// An attempt between S2 and S3. It is in memory only: nothing that needs the share has left.
    private struct Committed: ~Copyable {
        let record: SlotRecord
        let ratchet: RatchetSet
        let seed: RunSeed
        let signing: PhoneSigning
        /// The answer to commit, as received.
        let s2: [UInt8]
        let accepted: PhoneSigning.AcceptedS2
    }

    private func commit(_ job: SigningJob) throws(PhoneError) -> Committed {
        let ratchet = try ratchetWithRoom(job.slot)
        let record = try registry.key(job.slot, for: job.scheme)
        let seed = RunSeed(SecretBytes.random(count: RunSeed.byteCount, from: environment.random))
        let signing = try Self.begin(
            record, sessionId: job.sessionId, scheme: job.scheme, digest: job.digest, seed: seed)
        let (s2, accepted) = try commit(job, record, signing)
        return Committed(
            record: record, ratchet: ratchet, seed: seed, signing: signing, s2: s2, accepted: accepted)
    }

    /// - Returns: S2 as received, and as believed
    private func commit(
        _ job: SigningJob, _ record: SlotRecord, _ signing: borrowing PhoneSigning
    ) throws(PhoneError) -> ([UInt8], PhoneSigning.AcceptedS2) {
        let body = SigningBodies.commit(signing.s1, job, epoch: record.epoch)
        var clock = Stopwatch(environment)
        let answer = try loop.run(.commit) { () throws(PhoneError) in
            let received = try client.sign(.commit, session: job.sessionId, body: body)
            let s2 = try SigningBodies.s2(received)
            return (received, try accept(s2, signing, lastSignCounter: record.lastSignCounter))
        }
        progress(.answered(.commit, milliseconds: clock.lap()))
        return answer
    }

    // MARK: S3 → S4 → S5

    private func prove(
        _ committed: borrowing Committed, _ job: SigningJob, _ unlocked: borrowing UnlockedShare
    ) throws(PhoneError) -> End {
        let token = environment.bytes(32), accepted = committed.accepted
        guard let grown = committed.ratchet.adding(token) else { throw Self.ratchetFull }
        let s3: S3
        let open: OpenRun
        do {
            s3 = try committed.signing.prove(
                accepted, x1: unlocked.share.x1, ratchet: committed.ratchet.tokens,
                ratchetNext: Ratchet.hash(token: token, keyId: committed.record.keyId), random: environment.random)
            open = OpenRun(
                sessionId: job.sessionId, scheme: job.scheme, digest: job.digest,
                sealedSeed: try committed.seed.sealed(
                    under: unlocked.runKey, sessionId: job.sessionId, random: environment.random),
                previousSignCounter: committed.record.lastSignCounter, s2: committed.s2,
                s3: SigningBodies.prove(s3), ratchetToken: token, callbackURL: job.callbackURL)
        } catch { throw PhoneError(error) }
        try registry.updateSlot(job.slot) { record in
            record.lastSignCounter = accepted.signCounter
            record.ratchet = grown
            record.openRun = open
        }
        return try proveAndFinish(open, slot: job.slot, committed.signing, accepted, s3, unlocked)
    }

    private func proveAndFinish(
        _ open: OpenRun, slot: Slot, _ signing: borrowing PhoneSigning, _ accepted: PhoneSigning.AcceptedS2, _ s3: S3,
        _ unlocked: borrowing UnlockedShare
    ) throws(PhoneError) -> End {
        do throws(PhoneError) {
            let s5: S5
            switch try answer(open, slot: slot, signing, accepted, s3, unlocked) {
            case .signature(let assembled): s5 = assembled
            case .locked(let cause): return .locked(cause: cause)
            }
            var clock = Stopwatch(environment)
            let body = SigningBodies.finish(s5)
            let endResult = try loop.run(.finish) { () throws(PhoneError) in
                try SigningBodies.endResult(client.sign(.finish, session: open.sessionId, body: body))
            }
            try registry.updateSlot(slot) { $0.openRun = nil }
            progress(.answered(.finish, milliseconds: clock.lap()))
            return .signed(endResult: endResult)
        } catch {
            if RetryRule.endsRun(error) { try registry.updateSlot(slot) { $0.openRun = nil } }
            throw error
        }
    }

    private enum Answered {
        case signature(S5)
        case locked(cause: String)
    }

    /// S3 → S4, and what the phone makes of it.
    private func answer(
        _ open: OpenRun, slot: Slot, _ signing: borrowing PhoneSigning, _ accepted: PhoneSigning.AcceptedS2, _ s3: S3,
        _ unlocked: borrowing UnlockedShare
    ) throws(PhoneError) -> Answered {
        var clock = Stopwatch(environment)
        var c3: [UInt8] = []
        let service = try registry.service()
        let s5: S5
        do throws(PhoneError) {
            s5 = try loop.run(.prove) { () throws(PhoneError) in
                let s4 = try SigningBodies.s4(client.sign(.prove, session: open.sessionId, body: open.s3))
                c3 = s4.c3
                do throws(CryptoError) {
                    return try service.underAnyKey(code: "S4_SIGNATURE") { (core) throws(CryptoError) in
                        try signing.finish(s4, accepted, s3: s3, share: unlocked.share, core: core)
                    }
                } catch { throw PhoneError(error) }
            }
        } catch {
            guard RetryRule.decide(.prove, after: error, tries: 1) == .lock else { throw error }
            try lock(open, slot, signing.context, accepted, c3: c3, unlocked, cause: error.code)
            return .locked(cause: error.code)
        }
        try registry.updateSlot(slot) { $0.ratchet = RatchetSet(only: open.ratchetToken) }
        progress(.answered(.prove, milliseconds: clock.lap()))
        return .signature(s5)
    }

    /// The end of a key: proof first, then one write that stores it and destroys the share.
    private func lock(
        _ open: OpenRun, _ slot: Slot, _ context: SigningContext, _ accepted: PhoneSigning.AcceptedS2, c3: [UInt8],
        _ unlocked: borrowing UnlockedShare, cause: String
    ) throws(PhoneError) {
        let proof: SchnorrProof
        do {
            proof = try SchnorrProof.prove(
                context.proofOfC3Invalid(ssid: accepted.ssid, c3: c3), secret: unlocked.share.x1,
                random: environment.random)
        } catch { throw PhoneError(error) }
        let body = SigningBodies.report(attempt: accepted.ssid, proof: proof.encoding)
        try registry.close(slot) {
            $0.lock(LockReport(sessionId: open.sessionId, cause: cause, body: body))
        }
        progress(.locked(code: cause))
    }

    // MARK: Ratchet

    /// T with room for one more. A full T is the trace of fifteen lost answers: the server says which token it holds,
    /// and the attempts of the others are stale by then.
    private func ratchetWithRoom(_ slot: Slot) throws(PhoneError) -> RatchetSet {
        let record = try registry.slot(slot)
        guard record.ratchet.isFull else { return record.ratchet }
        for token in record.ratchet.tokens {
            let hash = Ratchet.hash(token: token, keyId: record.keyId)
            if try client.ratchetMatches(slot: slot.rawValue, hash: hash) {
                let settled = RatchetSet(only: token)
                try registry.updateSlot(slot) { $0.ratchet = settled }
                return settled
            }
        }
        throw Self.ratchetFull
    }

    private static let ratchetFull = PhoneError.check(
        code: "RATCHET_FULL", reason: "sixteen candidates, and the server holds none of them")

    private var loop: RetryLoop {
        RetryLoop(environment: environment) { progress(.retrying(code: $0.code)) }
    }
}
