import Crypto
import Wire

/// Moves one key to its next epoch: new halves, a new Paillier key, all proofs, the authorisation by the AUTH key of
/// before, the proof of possession by the new one (threshold-ecdsa A.6).
///
/// Both key sets are kept until the server has committed the new one, so that a phone that is stopped at any point goes
/// on with `resume`: whichever epoch the server signs with, this phone still has.
public struct Refresher {
    private let registry: PhoneRegistry
    private let client: PhoneClient
    private let trust: ServiceTrust
    private let environment: PhoneEnvironment
    private let progress: (RefreshProgress) -> Void

    /// - Parameter trust: the app's pins
    /// - Throws: `NOT_ENROLLED`
    public init(
        registry: PhoneRegistry, transport: any Transport, trust: ServiceTrust = ServiceTrust(),
        environment: PhoneEnvironment = PhoneEnvironment(), progress: @escaping (RefreshProgress) -> Void = { _ in }
    ) throws(PhoneError) {
        self.registry = registry
        self.client = PhoneClient(transport: transport, deviceToken: try registry.registration().deviceToken)
        self.trust = trust
        self.environment = environment
        self.progress = progress
    }

    /// Refreshes the key of a slot.
    /// - Parameters:
    ///   - suite: of the new epoch; nil keeps the key's own
    ///   - pins: PIN1 as well when SIGN is refreshed: the AUTH key authorises
    ///   - authCode: the state of a verified identity, where the server demands one
    /// - Throws: `REFRESH_PENDING` (call `resume`), `RUN_OPEN`, what F2 is refused for, and what the server refuses.
    ///   Nothing has changed unless F3 has been made.
    public func refresh(
        _ slot: Slot, suite: UInt64? = nil, pins: PINs, authCode: String? = nil
    ) throws(PhoneError) {
        guard registry.state.pendingRefresh == nil else {
            throw .check(code: "REFRESH_PENDING", reason: "a refresh is under way; resume it")
        }
        // The AUTH key signs too, unless a proof of identity authorises.
        try settleRuns(of: slot, pins)
        if authCode == nil, slot != .authentication { try settleRuns(of: .authentication, pins) }
        let record = try registry.slot(slot)
        let wanted = try suite.map { (number) throws(PhoneError) in
            try PhoneError.checking { () throws(CryptoError) in try Suite(number: number) }
        }
        let established = try trust.establish(
            client, suite: wanted ?? record.suite, previous: registry.state.service)
        progress(.trusted)
        let pending = try prepare(record, established, pin: pins.pin(slot), authCode: authCode)
        try registry.update { $0.pendingRefresh = pending }
        progress(.proved)
        try resume(pins: pins)
    }

    /// F1, F2, F3. The old share and the new one exist in clear in this call only.
    private func prepare(
        _ record: SlotRecord, _ established: ServiceTrust.Established, pin: PIN, authCode: String?
    ) throws(PhoneError) -> PendingRefresh {
        let unlocked = try PINVault(registry: registry, random: environment.random).unlock(record.slot, pin: pin)
        let suite = established.parameters.suite, random = environment.random
        var paillier: PaillierSecretKey? = try PhoneError.checking { () throws(CryptoError) in
            try PaillierSecretKey.generate(suite, random: random)
        }
        let run = PhoneRefresh(
            slot: record.slot, keyId: record.keyId, epoch: record.epoch, suite: suite, random: random)
        let answer = try RefreshMessages.initAnswer(
            client.refreshInit(RefreshMessages.initBody(run.f1, authCode: authCode)),
            documentNumber: registry.registration().documentNumber)
        do throws(CryptoError) {
            let accepted = try established.service.underAnyKey(code: "F2_SIGNATURE") { (core) throws(CryptoError) in
                try run.accept(answer.f2, head: answer.head, parameters: established.parameters, core: core)
            }
            guard let key = paillier.take() else { throw CryptoError("REFRESH_ORDER") }
            let completed = try run.complete(
                accepted, share: unlocked.share, paillier: key, parameters: established.parameters, random: random)
            return try Self.pending(completed, accepted.context, record, suite, pin: pin, random: random)
        } catch { throw PhoneError(error) }
    }

    private static func pending(
        _ completed: consuming PhoneRefresh.Completed, _ context: RefreshContext, _ old: SlotRecord, _ suite: Suite,
        pin: PIN, random: any RandomSource
    ) throws(CryptoError) -> PendingRefresh {
        let f3 = completed.f3, k3 = completed.k3, refreshId = context.generation.enrolmentId
        return PendingRefresh(
            refreshId: refreshId,
            next: try seal(completed.takeShare(), old, suite, pin: pin, random: random),
            body: RefreshMessages.completeBody(refreshId: refreshId, f3),
            authorisationDigest: context.authorisationTranscript(k3: k3.tlv).digest,
            possessionDigest: context.possessionTranscript.digest)
    }

    private static func seal(
        _ share: consuming PhoneShare, _ old: SlotRecord, _ suite: Suite, pin: PIN, random: any RandomSource
    ) throws(CryptoError) -> SlotRecord {
        var next = SlotRecord(
            slot: old.slot, suite: suite, keyId: old.keyId, epoch: old.epoch + 1, Q: share.Q, Q1: share.Q1,
            N: share.paillier.publicKey.encodedN, ckey: share.ckey, ratchet: old.ratchet, sealedShare: [])
        next.sealedShare = try SealedShare.seal(
            share, runKey: SecretBytes.random(count: SealedShare.runKeyByteCount, from: random), pin: pin.bytes,
            associatedData: next.associatedData, random: random)
        return next
    }

    /// Goes on with the stored refresh until the server has committed it.
    /// - Throws: `REFRESH_NONE`; a refusal of the server, after which the refresh is over and the old epoch goes on,
    ///   unless the server says that the new one has been committed after all
    public func resume(pins: PINs) throws(PhoneError) {
        guard let pending = registry.state.pendingRefresh else {
            throw .check(code: "REFRESH_NONE", reason: "no refresh is under way")
        }
        if try settle() { return }
        do throws(PhoneError) {
            let runs = try loop.run(.complete) { () throws(PhoneError) in
                try RefreshMessages.runs(client.refreshComplete(pending.body))
            }
            progress(.verified)
            try authorise(runs.authorisation, pending, pins)
            progress(.authorised)
            try sign(runs.possession, pending.next.slot, .possession, pending.possessionDigest, pins)
        } catch {
            guard Self.isFinal(error) else { throw error }
            // The answer to the last finish may have been lost: the epoch says who signs now.
            if try settle() { return }
            try registry.dropRefresh()
            throw error
        }
        try registry.adoptRefresh()
        progress(.committed)
    }

    /// The run of the AUTH key, unless a proof of identity has authorised. A phone that was stopped behind its last
    /// answer finds the session complete: then only the possession is left.
    private func authorise(_ session: String?, _ pending: PendingRefresh, _ pins: PINs) throws(PhoneError) {
        guard let session, !pending.isAuthorised else { return }
        do throws(PhoneError) {
            try sign(session, .authentication, .refresh, pending.authorisationDigest, pins)
        } catch {
            guard case .server(let problem) = error, problem.code == "SESSION_COMPLETE" else { throw error }
        }
        try registry.update { $0.pendingRefresh?.isAuthorised = true }
    }

    /// - Returns: whether the server has committed this refresh, which was then adopted
    private func settle() throws(PhoneError) -> Bool {
        guard try registry.settleRefresh(client) else { return false }
        progress(.committed)
        return true
    }

    private func sign(
        _ session: String, _ slot: Slot, _ scheme: SigningScheme, _ digest: [UInt8], _ pins: PINs
    ) throws(PhoneError) {
        let job = SigningJob(
            refresh: session, documentNumber: try registry.registration().documentNumber, slot: slot, scheme: scheme,
            digest: digest)
        try require(unlockAndRun(job, pins))
    }

    /// The share lives in this call only: it is gone before a report leaves.
    private func unlockAndRun(_ job: SigningJob, _ pins: PINs) throws(PhoneError) -> SigningRun.End {
        let vault = PINVault(registry: registry, random: environment.random)
        let run = SigningRun(registry: registry, client: client, environment: environment) {
            progress(.signing(job.scheme, $0))
        }
        if let open = try registry.slot(job.slot).openRun, open.sessionId == job.sessionId,
            let end = try run.resume(open, slot: job.slot, vault.unlock(job.slot, pins, for: job.scheme))
        {
            return end
        }
        return try run.run(job) { (scheme) throws(PhoneError) in try vault.unlock(job.slot, pins, for: scheme) }
    }

    /// What the key of before has begun it ends: its new half cannot.
    private func settleRuns(of slot: Slot, _ pins: PINs) throws(PhoneError) {
        guard try registry.registration().slot(slot) != nil else { return }
        let vault = PINVault(registry: registry, random: environment.random)
        let run = SigningRun(registry: registry, client: client, environment: environment) {
            progress(.settling($0))
        }
        let end = try run.settle(slot, before: nil) { (scheme) throws(PhoneError) in
            try vault.unlock(slot, pins, for: scheme)
        }
        if let end { try require(end) }
    }

    /// - Throws: when the run was the end of a key
    private func require(_ end: SigningRun.End) throws(PhoneError) {
        guard case .locked(let cause) = end else { return }
        // A report that does not get through now is resent later (`Approver.resendReports`).
        _ = try? registry.sendReports(client, loop)
        throw .check(code: cause, reason: "the server signed a wrong answer: this key is destroyed and reported")
    }

    /// Whether the server has decided against it.
    private static func isFinal(_ error: PhoneError) -> Bool {
        guard case .server(let problem) = error else { return false }
        return RetryRule.isRefusal(problem)
    }

    private var loop: RetryLoop {
        RetryLoop(environment: environment) { progress(.retrying(code: $0.code)) }
    }
}
