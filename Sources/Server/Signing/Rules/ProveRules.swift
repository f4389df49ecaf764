import Crypto
import Storage

/// What S3 leads to (threshold-ecdsa A.5, wire appendix §8): state × event → decision, without I/O. The service and
/// the model tests run these same functions.
enum ProveRules {
    enum Decision: Hashable, Sendable {
        /// The attempt is open: judge the message.
        case judge
        /// The stored S4, byte for byte.
        case answer
        case refuse(Consequence)
    }

    /// Before the message is looked at, its `attempt` aside.
    /// - Parameter isSameBytes: whether the body is the one that moved the attempt to PROVED
    static func begin(_ attempt: AttemptFacts, isSameBytes: Bool) -> Decision {
        switch attempt.state {
        case .burned: return .refuse(Consequence(.signingRestart))
        case .committed: return whileCommitted(attempt).map { .refuse($0) } ?? .judge
        case .proved, .done, .failed, .unknown: break
        }
        if !attempt.hasAnswer, !attempt.isWorkedOn {
            // Nothing has left and nobody works on it (a dead owner, or our own clean-up failed): it is given up and
            // the phone starts again. Unchanged means that an answer has come in the meantime.
            return .refuse(Consequence(.signingRestart, .abandon, ifUnchanged: .inProgress))
        }
        // Other bytes are no sign of anything: an app killed between S3 and S4 sends them honestly.
        guard holds("STEP_TAKEN/prove", isSameBytes) else { return .refuse(Consequence(.signingStepTaken)) }
        return attempt.hasAnswer ? .answer : .refuse(Consequence(.inProgress))
    }

    /// Ends an attempt whose time or session is over.
    /// - Returns: nil when both live
    static func whileCommitted(_ attempt: AttemptFacts) -> Consequence? {
        switch attempt.session {
        case .ended(let byTimeout):
            return holds("SESSION_COMPLETE/prove", false) ? nil : ended(byTimeout)
        case .due: return holds("SESSION_EXPIRED/prove", false) ? nil : Consequence(.sessionExpired, .expireSession)
        case .live:
            return holds("ATTEMPT_EXPIRED", !attempt.isExpired)
                ? nil : Consequence(.signingRestart, .burn(.signingRestart))
        }
    }

    /// Policy, all of it before c3: after that the phone can finish alone.
    static func admit(_ attempt: AttemptFacts) -> Consequence? {
        if let closed = closed(attempt.key) { return Consequence(closed) }
        return holds("CERTIFICATE_ACTIVE", attempt.isCertificateActive) ? nil : Consequence(.documentUnusable)
    }

    /// What a key that may not sign is called.
    static func closed(_ key: KeyRecord.State) -> Code? {
        switch key {
        case .active: nil
        case .suspended: holds("KEY_SUSPENDED", false) ? nil : .keySuspended
        case .locked: holds("KEY_LOCKED", false) ? nil : .keyLocked
        }
    }

    /// The owner of an attempt does not find its k2: another request uses it, or it is lost.
    static func withoutNonce(isInFlight: Bool) -> Consequence {
        isInFlight
            ? Consequence(.inProgress) : Consequence(.signingRestart, .burn(.signingRestart), ifUnchanged: .inProgress)
    }

    /// A failed check of S3. What depends on knowledge of x1 stands behind DL_SG_Q1 in the order of the checks, so
    /// that nobody without x1 reaches the ratchet, and nothing before it touches a key.
    /// - Parameter code: of `ServerSigning.verify`
    static func refused(_ code: String) -> Consequence {
        switch code {
        // Noise changes nothing: whoever sends it was never shown to hold a copy.
        case "RATCHET_UNKNOWN": Consequence(.ratchetUnknown, .keepNonce, .slowDown)
        case "SIGNING_RESTART": Consequence(.signingRestart, .keepNonce)
        // The keys first: a crash in between leaves an open attempt on a suspended key, which is harmless.
        case "RATCHET_CLONE":
            Consequence(.ratchetClone, .suspendBothSlots, .burn(.ratchetClone))
        // Happens once in 2^256.
        case "R_ZERO": Consequence(.signingRestart, .burn(.signingRestart))
        // No strike against the key: x1 is a guess of 256 bits, and a wrong PIN never gets this far.
        case "DL_SG_Q1": Consequence(.dlSgQ1, .burn(.dlSgQ1), .alert(.shareProof), .slowDown)
        default: burned(by: Code(rawValue: code) ?? .internalFailure)
        }
    }

    /// In a refresh that stands on a fresh proof of identity the ratchet is set anew: the copy may have moved it, and
    /// whoever has proofed his identity is not the copy.
    static func inRefresh(_ code: String) -> Restored {
        ["RATCHET_UNKNOWN", "RATCHET_CLONE"].contains(code) ? .reseed : .refuse(refused(code))
    }

    /// What an acknowledged restore makes of a ratchet that nobody knows (design: restore fence): once it is taken,
    /// and from then on, in the same era, it is the other of two phones.
    static func afterRestore(_ code: String, _ mark: ReseedMark) -> Restored {
        guard code == "RATCHET_UNKNOWN" else { return .refuse(refused(code)) }
        return switch mark {
        case .none: .refuse(refused(code))
        case .open: .reseed
        case .used: .refuse(refused("RATCHET_CLONE"))
        }
    }

    enum Restored: Hashable, Sendable {
        case reseed
        case refuse(Consequence)
    }

    /// A malformed or wrong S3 by somebody who holds the device token.
    static func burned(by code: Code) -> Consequence { Consequence(code, .burn(code)) }

    /// - Returns: nil when the attempt is PROVED by this call: c3 may be computed
    static func consumed(_ outcome: ConsumeOutcome) -> Consequence? {
        switch outcome {
        case .consumed: nil
        case .notCommitted, .attemptExpired: Consequence(.signingRestart)
        case .sessionEnded(let byTimeout): ended(byTimeout)
        case .sessionExpired: Consequence(.sessionExpired)
        case .alreadyReleased: Consequence(.signingAlreadyReleased)
        case .keyNotActive(let state): Consequence(closed(state) ?? .documentUnusable)
        // Another session of this key proved in between; this attempt's ratchet judgement is stale.
        case .ratchetMoved: Consequence(.signingRestart, .burn(.signingRestart))
        case .ratchetRepeated: refused("RATCHET_CLONE")
        }
    }

    /// T2 has stored nothing: what stands in the way of c3 is named as it would have been before T1.
    static func unanswered(_ refusal: AnswerRefusal) -> Consequence {
        switch refusal {
        case .sessionEnded(let byTimeout): ended(byTimeout)
        case .keyNotActive(let state): Consequence(closed(state) ?? .documentUnusable)
        case .stale: Consequence(.signingRestart)
        }
    }

    private static func ended(_ byTimeout: Bool) -> Consequence {
        Consequence(byTimeout ? .sessionExpired : .sessionComplete)
    }
}
