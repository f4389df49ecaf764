import Crypto

/// Answers sessions: fetches one, computes its message by itself, asks, signs in three rounds or refuses
/// (mobile-api §5, §6).
public struct Approver {
    let registry: PhoneRegistry
    let client: PhoneClient
    let environment: PhoneEnvironment
    private let supported: [InteractionType]
    private let progress: (ApprovalProgress) -> Void

    /// - Parameter supported: the ways in which this phone can ask
    /// - Throws: `NOT_ENROLLED`
    public init(
        registry: PhoneRegistry, transport: any Transport, environment: PhoneEnvironment = PhoneEnvironment(),
        supported: [InteractionType] = InteractionType.allCases,
        progress: @escaping (ApprovalProgress) -> Void = { _ in }
    ) throws(PhoneError) {
        self.registry = registry
        self.client = PhoneClient(transport: transport, deviceToken: try registry.registration().deviceToken)
        self.environment = environment
        self.supported = supported
        self.progress = progress
    }

    /// The sessions that wait for this phone.
    /// - Parameter timeoutMilliseconds: waits so long for one to come; nil answers at once
    public func pending(timeoutMilliseconds: Int? = nil) throws(PhoneError) -> [SessionSummary] {
        try client.pending(
            documentNumber: registry.registration().documentNumber, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// This document's history, newest first.
    public func activity(limit: Int = 20, offset: Int = 0) throws(PhoneError) -> [ActivityEntry] {
        try client.activity(
            documentNumber: registry.registration().documentNumber, limit: limit, offset: offset)
    }

    /// Declines a session; needs no PIN and changes nothing on the phone.
    public func refuse(_ sessionId: String, reason: RefusalReason) throws(PhoneError) {
        try client.refuse(sessionId, reason: reason)
    }

    /// Approves without asking.
    @discardableResult
    public func approve(
        _ sessionId: String, pins: PINs, confirmVc: String? = nil
    ) throws(PhoneError) -> ApprovalOutcome {
        try answer(sessionId, pins: pins) { _ in .approve(confirmVc: confirmVc) }
    }

    /// Answers one session. A run of it that this phone had left open is taken up without asking again; one of another
    /// session by the same key is brought to its end first.
    /// - Parameters:
    ///   - pins: used once the server has committed to the message that this phone has computed, not before
    ///   - decide: called once the message is known and before anything is sent
    /// - Throws: what the checks, the PIN or the server refuse. `RUN_OPEN` while the former run cannot end.
    ///   `C3_INVALID`, `C3_RANGE`, `C3_COPRIME` mean that the key is destroyed and reported (`resendReports` goes on
    ///   until the server has it).
    public func answer(
        _ sessionId: String, pins: PINs, decide: (ApprovalRequest) -> ApprovalDecision
    ) throws(PhoneError) -> ApprovalOutcome {
        // The last answer of a refresh may have been lost: which epoch signs is the server's to say.
        _ = try registry.settleRefresh(client)
        if let outcome = try resume(sessionId, pins) { return outcome }
        var clock = Stopwatch(environment)
        let session = try client.session(sessionId)
        guard session.sessionId == sessionId else {
            throw .check(code: "SESSION_OTHER", reason: "the server sent another session")
        }
        return try answer(session, pins, &clock, decide)
    }

    /// The same once the session is known; `clock` runs since it was asked for.
    func answer(
        _ session: SessionDetails, _ pins: PINs, _ clock: inout Stopwatch,
        _ decide: (ApprovalRequest) -> ApprovalDecision
    ) throws(PhoneError) -> ApprovalOutcome {
        guard session.flow != Self.certificateChoice else { return try choose(session, decide) }
        let slot = try SigningJob.kind(session).slot
        let record = try registry.slot(slot)
        try PINVault.checkUsable(record)
        let challenge = UserChallenge(random: environment.bytes(32))
        let callback = SigningJob.callback(session, slot, challenge)
        guard let interaction = try Interaction.choose(from: session.interactions, supported: supported) else {
            return try decline(session, .interactionNotSupported, callback)
        }
        progress(.fetched(milliseconds: clock.lap()))
        switch decide(ApprovalRequest(session: session, interaction: interaction)) {
        case .refuse(let reason): return try decline(session, reason, callback)
        case .approve(let confirmed):
            let isChoice = interaction.type == .confirmationMessageAndVerificationCodeChoice
            let job = try SigningJob(
                session, documentNumber: registry.registration().documentNumber, record: record,
                interaction: interaction.type, challenge: challenge,
                confirmVc: confirmed ?? (isChoice && !session.vc.isEmpty ? session.vc : nil))
            return try sign(job, pins)
        }
    }

    /// Sends every report of a wrong c3 that the server has not acknowledged yet.
    /// - Returns: how many it has taken now
    @discardableResult
    public func resendReports() throws(PhoneError) -> Int { try registry.sendReports(client, loop) }

    // MARK: Parts

    private static let certificateChoice = "CERTIFICATE_CHOICE"

    /// A choice of certificate needs no PIN: no key is used.
    private func choose(
        _ session: SessionDetails, _ decide: (ApprovalRequest) -> ApprovalDecision
    ) throws(PhoneError) -> ApprovalOutcome {
        let callback = SigningJob.callback(session, .signature, nil)
        switch decide(ApprovalRequest(session: session, interaction: nil)) {
        case .refuse(let reason): return try decline(session, reason, callback)
        case .approve:
            try loop.run(.report) { () throws(PhoneError) in
                try client.chooseCertificate(session.sessionId)
            }
            return .certificateChosen(callbackURL: callback)
        }
    }

    /// The relying party's page waits for the citizen after a refusal as well.
    private func decline(
        _ session: SessionDetails, _ reason: RefusalReason, _ callback: String?
    ) throws(PhoneError) -> ApprovalOutcome {
        try client.refuse(session.sessionId, reason: reason)
        return .refused(reason, callbackURL: callback)
    }

    private func sign(_ job: SigningJob, _ pins: PINs) throws(PhoneError) -> ApprovalOutcome {
        do {
            let end = try run.run(job) { (scheme) throws(PhoneError) in try unlock(job.slot, pins, for: scheme) }
            return try outcome(end, callbackURL: job.callbackURL)
        } catch {
            guard case .server(let problem) = error, problem.code == "EPOCH" else { throw error }
            throw .keyReplaced
        }
    }

    /// The share lives in a run only: it is gone before a report leaves.
    private func unlock(_ slot: Slot, _ pins: PINs, for scheme: SigningScheme) throws(PhoneError) -> UnlockedShare {
        var clock = Stopwatch(environment)
        let vault = PINVault(registry: registry, random: environment.random)
        let unlocked = try vault.unlock(slot, pins, for: scheme)
        progress(.unlocked(milliseconds: clock.lap()))
        return unlocked
    }

    /// nil when there is nothing to take up, or when the server wants a new start.
    func resume(_ sessionId: String, _ pins: PINs) throws(PhoneError) -> ApprovalOutcome? {
        let slots = try registry.registration().slots
        guard let record = slots.first(where: { $0.openRun?.sessionId == sessionId }), let open = record.openRun else {
            return nil
        }
        guard let end = try unlockAndResume(open, record.slot, pins) else { return nil }
        return try outcome(end, callbackURL: open.callbackURL)
    }

    private func unlockAndResume(_ open: OpenRun, _ slot: Slot, _ pins: PINs) throws(PhoneError) -> SigningRun.End? {
        let unlocked = try unlock(slot, pins, for: open.scheme)
        return try run.resume(open, slot: slot, unlocked)
    }

    private func outcome(_ end: SigningRun.End, callbackURL: String?) throws(PhoneError) -> ApprovalOutcome {
        switch end {
        case .signed(let endResult): return .signed(endResult: endResult, callbackURL: callbackURL)
        case .locked(let cause):
            // A report that does not get through now is resent later; what happened is said in any case.
            _ = try? resendReports()
            throw .check(
                code: cause, reason: "the server signed a wrong answer: this key is destroyed and reported")
        }
    }

    private var run: SigningRun {
        SigningRun(registry: registry, client: client, environment: environment, progress: progress)
    }

    private var loop: RetryLoop {
        RetryLoop(environment: environment) { progress(.retrying(code: $0.code)) }
    }
}
