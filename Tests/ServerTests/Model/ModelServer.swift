import Crypto
import Storage
import TestSupport

@testable import Server

/// The signing service over the model store: the steps of `SigningService` with the service's own rules, the real
/// ratchet, and no cryptography besides.
struct ModelServer: Hashable, Sendable {
    var store: ModelStore
    /// The attempts whose k2 the living process holds.
    var nonces: Set<Int> = []
    /// The attempt whose answer is being computed: between T1 and T2.
    var computing: Int?
    /// Numbers that stand for fresh random bytes.
    var fresh = 100

    /// The process that lives; attempts of dead ones belong to boot 0.
    static let boot = 1

    init(sessions: Int, token: Int) {
        // Fewer attempts a session than the service allows, so that more of a sequence is about keys.
        store = ModelStore(sessions: sessions, ratchet: token, attemptLimit: 2)
        store.deadBoots = [0]
    }

    mutating func draw() -> Int {
        fresh += 1
        return fresh
    }

    private func facts(_ attempt: ModelStore.Attempt) -> AttemptFacts {
        let session = store.sessions[attempt.session]
        let standing: AttemptFacts.Session =
            session.isRunning
            ? (session.isDue ? .due : .live) : .ended(byTimeout: session.endResult == "TIMEOUT")
        let isOurs = attempt.boot == Self.boot
        return AttemptFacts(
            state: attempt.state, isExpired: false, hasAnswer: attempt.hasAnswer,
            isWorkedOn: isOurs && computing == attempt.id, session: standing, key: store.signKey,
            isCertificateActive: store.signKey != .locked)
    }

    /// - Returns: what the client is told
    private mutating func apply(_ consequence: Consequence, _ attempt: ModelStore.Attempt) -> String {
        var isChanged = true
        for effect in consequence.effects { isChanged = carryOut(effect, attempt) }
        return (isChanged ? consequence.code : consequence.codeIfUnchanged ?? consequence.code).rawValue
    }

    private mutating func carryOut(_ effect: SigningEffect, _ attempt: ModelStore.Attempt) -> Bool {
        switch effect {
        case .burn:
            nonces.remove(attempt.id)
            return store.burn(attempt.id) != .unchanged
        case .abandon: return store.abandon(attempt.id, boot: attempt.boot) != .unchanged
        case .expireSession: _ = store.expire(attempt.session)
        case .suspendBothSlots: store.suspendForClone()
        case .countFinish: _ = store.recordBadFinish(attempt.id)
        case .keepNonce: nonces.insert(attempt.id)
        case .alert, .slowDown: break
        }
        return true
    }

    // MARK: S1

    /// - Returns: the attempt, or the refusal
    mutating func commit(session: Int, s1: Int) -> (attempt: Int?, code: String) {
        let row = store.sessions[session]
        let standing: AttemptFacts.Session =
            row.isRunning ? (row.isDue ? .due : .live) : .ended(byTimeout: row.endResult == "TIMEOUT")
        if let refused = CommitRules.session(standing, isBoundElsewhere: false) {
            if refused.effects.contains(.expireSession) { _ = store.expire(session) }
            return (nil, refused.code.rawValue)
        }
        if let refused = CommitRules.key(store.signKey, hasCertificate: store.signKey != .locked) {
            return (nil, refused.code.rawValue)
        }
        let id = draw()
        let outcome = store.commit(session: session, s1: s1, boot: Self.boot, id: id)
        switch CommitRules.committed(Self.outcome(outcome)) {
        case .answer:
            nonces.insert(id)
            return (id, "200")
        case .repeatAnswer: return (store.attempts.first { $0.s1 == s1 && $0.session == session }?.id, "200")
        case .refuse(let consequence): return (nil, consequence.code.rawValue)
        }
    }

    private static func outcome(_ outcome: ModelStore.Committed) -> CommitResult.Outcome {
        switch outcome {
        case .committed: .committed(attemptId: [])
        case .repeated(let isOwnerAlive):
            .repeated(attemptId: [], s2Answer: [], ownerBoot: "", isOwnerAlive: isOwnerAlive)
        case .stale: .stale
        case .alreadyReleased: .alreadyReleased
        case .attemptsExhausted: .attemptsExhausted
        case .sessionEnded: .sessionEnded
        case .expired: .expired
        case .keyNotActive: .keyNotActive(nil)
        }
    }

    // MARK: S3

    /// Up to T1 and, unless it is asked to stop there, T2.
    mutating func prove(_ message: ModelMessage, stopsAfterT1: Bool = false) -> ModelAnswer {
        guard let index = store.index(message.attempt) else { return .refused("SIGNING_RESTART") }
        let attempt = store.attempts[index]
        let facts = facts(attempt)
        if attempt.state == .committed, attempt.boot != Self.boot {
            // The owner is dead: what `SigningRoutes.passOn` does.
            if let refusal = ProveRules.whileCommitted(facts) { return .refused(apply(refusal, attempt)) }
            return .refused(apply(ProveRules.withoutNonce(isInFlight: false), attempt))
        }
        switch ProveRules.begin(facts, isSameBytes: attempt.s3 == message.bytes) {
        case .refuse(let consequence): return .refused(apply(consequence, attempt))
        case .answer: return .c3
        case .judge: return judge(message, attempt, facts, stopsAfterT1)
        }
    }

    private mutating func judge(
        _ message: ModelMessage, _ attempt: ModelStore.Attempt, _ facts: AttemptFacts, _ stopsAfterT1: Bool
    ) -> ModelAnswer {
        if message.failing == "S3_ENCODING" { return .refused(apply(ProveRules.burned(by: .s3Encoding), attempt)) }
        if let refusal = ProveRules.admit(facts) { return .refused(apply(refusal, attempt)) }
        guard nonces.remove(attempt.id) != nil else {
            return .refused(apply(ProveRules.withoutNonce(isInFlight: computing == attempt.id), attempt))
        }
        if let code = verdict(message) { return .refused(apply(ProveRules.refused(code), attempt)) }
        let outcome = store.consume(
            attempt.id, boot: Self.boot, s3: message.bytes, expected: store.ratchet, next: message.next)
        if let refusal = ProveRules.consumed(outcome) { return .refused(apply(refusal, attempt)) }
        computing = attempt.id
        return stopsAfterT1 ? .pending : (answer() ? .c3 : .refused("SIGNING_RESTART"))
    }

    /// The first failing check, as `ServerSigning.verify` orders them: all proofs, then the ratchet.
    private func verdict(_ message: ModelMessage) -> String? {
        if let failing = message.failing { return failing }
        let ratchet = Ratchet(
            current: ModelTokens.hash(store.ratchet), history: store.history.map(ModelTokens.hash))
        do throws(CryptoError) {
            _ = try ratchet.advanced(
                candidates: message.candidates.map(ModelTokens.bytes), next: ModelTokens.hash(message.next),
                keyId: ModelTokens.keyId)
            return nil
        } catch { return error.code }
    }

    /// T2. What cannot be stored is given up.
    mutating func answer() -> Bool {
        guard let attempt = computing else { return false }
        computing = nil
        if store.storeAnswer(attempt, boot: Self.boot) { return true }
        _ = store.abandon(attempt, boot: Self.boot)
        return false
    }

    // MARK: S5

    enum Finish: Hashable, Sendable {
        /// The assembled signature, or one with a code to refuse it by.
        case signature(failing: Code?)
        /// C3_INVALID with a right or a wrong proof.
        case report(isProved: Bool)
    }

    /// - Parameter bytes: the message's number: equal numbers are equal bytes
    mutating func finish(_ attemptId: Int, _ finish: Finish, bytes: Int) -> String {
        guard let index = store.index(attemptId) else { return "SIGNING_RESTART" }
        let attempt = store.attempts[index]
        let facts = facts(attempt)
        switch FinishRules.begin(facts, isSameBytes: attempt.s5 == bytes, hasStoredAnswer: attempt.hasS5Answer) {
        case .refuse(let consequence): return apply(consequence, attempt)
        case .answer: return "200"
        case .judge: break
        }
        switch finish {
        case .signature(let failing):
            if let refusal = FinishRules.closed(facts) { return apply(refusal, attempt) }
            if let failing { return apply(FinishRules.refused(failing), attempt) }
            let outcome = store.finish(attemptId, s5: bytes)
            return [.published, .repeated].contains(outcome) ? "200" : "\(outcome)"
        case .report(let isProved):
            if let refusal = FinishRules.reported(isProved: isProved) { return apply(refusal, attempt) }
            return [.locked, .repeated].contains(store.lockKey(attemptId, s5: bytes)) ? "200" : "409"
        }
    }

    // MARK: The world around

    /// The process dies and another one starts: k2 and what was being computed are gone.
    mutating func crash() {
        nonces = []
        computing = nil
        for index in store.attempts.indices { store.attempts[index].boot = 0 }
    }

    /// What housekeeping does about attempts of dead processes.
    mutating func burnOrphans() {
        for attempt in store.attempts { _ = store.burnIfOrphaned(attempt.id) }
    }

    mutating func expire(_ session: Int) {
        store.sessions[session].isDue = true
        _ = store.expire(session)
    }
}
