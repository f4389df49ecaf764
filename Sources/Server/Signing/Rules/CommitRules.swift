import Crypto
import Storage

/// What S1 leads to (mobile-api §6, threshold-ecdsa A.5).
enum CommitRules {
    enum Decision: Hashable, Sendable {
        /// A new attempt: S2 leaves, k2 stays.
        case answer
        /// The stored S2, byte for byte.
        case repeatAnswer
        case refuse(Consequence)
    }

    /// The session's side, before anything about the key is asked.
    static func session(_ session: AttemptFacts.Session, isBoundElsewhere: Bool) -> Consequence? {
        if !holds("SESSION_TAKEN", !isBoundElsewhere) { return Consequence(.sessionTaken) }
        switch session {
        case .live: return nil
        case .due: return holds("SESSION_EXPIRED/commit", false) ? nil : Consequence(.sessionExpired, .expireSession)
        case .ended(let byTimeout):
            return holds("SESSION_COMPLETE/commit", false)
                ? nil : Consequence(byTimeout ? .sessionExpired : .sessionComplete)
        }
    }

    /// - Parameter hasCertificate: whether an active certificate in its time stands on the key
    static func key(_ key: KeyRecord.State, hasCertificate: Bool) -> Consequence? {
        if let closed = ProveRules.closed(key) { return Consequence(closed) }
        return holds("CERTIFICATE_HELD", hasCertificate) ? nil : Consequence(.documentUnusable)
    }

    /// - Parameters:
    ///   - named: by the phone; nil where it does not say, as those do that know of no refresh
    ///   - own: the epoch that signs in this session
    static func epoch(_ named: Int?, own: Int) -> Consequence? {
        holds("EPOCH", (named ?? 1) == own) ? nil : Consequence(.epoch)
    }

    static func committed(_ outcome: CommitResult.Outcome) -> Decision {
        switch outcome {
        case .committed: .answer
        case .repeated(_, _, _, let isOwnerAlive):
            holds("SIGNING_RESTART/commit", isOwnerAlive) ? .repeatAnswer : .refuse(Consequence(.signingRestart))
        case .stale: .refuse(Consequence(.signingRestart))
        case .alreadyReleased: .refuse(Consequence(.signingAlreadyReleased))
        case .attemptsExhausted: .refuse(Consequence(.signingAttemptsExhausted))
        case .sessionGone: .refuse(Consequence(.sessionNotFound))
        case .sessionEnded: .refuse(Consequence(.sessionComplete))
        case .expired: .refuse(Consequence(.sessionExpired))
        case .taken: .refuse(Consequence(.sessionTaken))
        case .keyNotActive(let state): .refuse(Consequence(state.flatMap(ProveRules.closed) ?? .documentUnusable))
        case .epochMoved: .refuse(Consequence(.epoch))
        case .refused: .refuse(Consequence(.internalFailure))
        }
    }
}
