import Crypto
import Storage

/// What S5 leads to (threshold-ecdsa A.5, wire appendix §8). The server's verdict about a signature is a function of
/// public data, so that no answer here is an oracle, and none but a proven report touches the key.
enum FinishRules {
    enum Decision: Hashable, Sendable {
        case judge
        /// The stored answer, byte for byte.
        case answer
        case refuse(Consequence)
    }

    /// - Parameters:
    ///   - isSameBytes: whether the body is the one that ended the attempt
    ///   - hasStoredAnswer: whether that body was answered with a result
    static func begin(_ attempt: AttemptFacts, isSameBytes: Bool, hasStoredAnswer: Bool) -> Decision {
        switch attempt.state {
        case .burned: return .refuse(Consequence(.signingRestart))
        case .committed: return .refuse(Consequence(.signingStepOutOfOrder))
        case .proved, .unknown, .done, .failed: break
        }
        if isSameBytes {
            if hasStoredAnswer { return .answer }
            // The signature was recorded after the session's end and never published.
            if attempt.state == .done { return .refuse(Consequence(.sessionExpired)) }
        }
        guard attempt.hasAnswer else {
            return .refuse(
                attempt.isWorkedOn
                    ? Consequence(.signingStepOutOfOrder) : Consequence(.signingRestart, .abandon))
        }
        return .judge
    }

    /// A signature for an attempt that has ended.
    static func closed(_ attempt: AttemptFacts) -> Consequence? {
        holds("STEP_TAKEN/finish", attempt.state != .done && attempt.state != .failed)
            ? nil : Consequence(.signingStepTaken)
    }

    /// A malformed S5, or a signature that does not verify: five tries, then the attempt has failed.
    static func refused(_ code: Code) -> Consequence { Consequence(code, .countFinish(code)) }

    /// The report of a wrong c3: without its proof it is noise, with it the end of the key.
    /// - Returns: nil when the key is to be locked
    static func reported(isProved: Bool) -> Consequence? {
        holds("C3_INVALID/proof", isProved) ? nil : Consequence(.dlC3Invalid)
    }

    static func finished(_ outcome: FinishOutcome) -> Consequence? {
        switch outcome {
        case .published, .repeated: nil
        case .recordedAfterEnd: Consequence(.sessionExpired)
        case .refreshClosed: Consequence(.refreshClosed)
        case .stepTaken: Consequence(.signingStepTaken)
        case .outOfOrder: Consequence(.signingStepOutOfOrder)
        case .stale: Consequence(.signingRestart)
        }
    }

    static func locked(_ outcome: LockOutcome) -> Consequence? {
        switch outcome {
        case .locked, .repeated: nil
        case .stepTaken: Consequence(.signingStepTaken)
        case .outOfOrder: Consequence(.signingStepOutOfOrder)
        case .stale: Consequence(.signingRestart)
        }
    }
}
