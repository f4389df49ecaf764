import Wire

/// What to do after a step did not succeed: a pure decision over the error, so that every case can be tested alone.
enum RetryRule {
    enum Step: Sendable, CaseIterable {
        case complete
        case commit
        case prove
        case finish
        case report
    }

    enum Decision: Sendable, Equatable {
        /// The same bytes, after a pause of so many milliseconds.
        case again(afterMilliseconds: Int)
        /// Commit with a fresh k1 and nonce; the PIN is not asked again.
        case restart
        /// A signed c3 was wrong: the key is finished.
        case lock
        case stop
    }

    /// Sendings of the same bytes, the first included.
    static let maximumTries = 8
    /// Attempts of one session; the server ends a session with the fifth that burns (mobile-api §6).
    static let maximumAttempts = 5

    /// What is taken for damage in transit: these checks fail before anything that the server has signed is known.
    private static let damage: Set<String> = [
        "RESPONSE_ENCODING", "K4_ENCODING", "K4_SIGNATURE", "S2_ENCODING", "S2_SIGNATURE", "ATTEMPT_MISMATCH",
        "C3_ENCODING", "S4_SIGNATURE",
    ]
    /// A c3 under a right signature that gives no signature (CVE-2023-33242).
    private static let fatal: Set<String> = ["C3_RANGE", "C3_COPRIME", "C3_INVALID"]
    /// A finish that the phone has verified itself can only have been damaged on its way up.
    private static let damagedFinish: Set<String> = ["R_MISMATCH", "S_RANGE", "S_NOT_LOW", "SIGNATURE_INVALID"]

    /// - Parameter tries: how often these bytes have been sent, ≥ 1
    static func decide(_ step: Step, after error: PhoneError, tries: Int) -> Decision {
        switch error {
        case .transport(let cause):
            switch cause {
            case .badURL, .badRequest, .unresolved, .untrusted: return .stop
            default: return again(tries, nil)
            }
        case .server(let problem): return decide(step, after: problem, tries: tries)
        case .check(let code, _):
            if step == .prove, fatal.contains(code) { return .lock }
            return damage.contains(code) ? again(tries, nil) : .stop
        case .wrongPIN: return .stop
        }
    }

    private static func decide(_ step: Step, after problem: ServerProblem, tries: Int) -> Decision {
        if !isRefusal(problem) {
            return again(tries, problem.retryAfterSeconds)
        }
        if problem.code == "SIGNING_RESTART", step != .complete, step != .report { return .restart }
        if step == .finish, damagedFinish.contains(problem.code), tries < 3 { return again(tries, nil) }
        return .stop
    }

    /// Whether a signing run begins again at commit.
    static func isRestart(_ error: PhoneError) -> Bool {
        if case .server(let problem) = error { return problem.code == "SIGNING_RESTART" }
        return false
    }

    /// What a refusal of prove or finish says of the run itself: its c3 has not left and will not, or its signature is
    /// not wanted any more. Whatever is about the phone (401, a suspended device), the moment or damage in transit is
    /// not among them, and a code that is new to this phone is not either.
    private static let ends: Set<String> = [
        "SIGNING_RESTART", "SIGNING_STEP_TAKEN", "SIGNING_ALREADY_RELEASED", "SIGNING_ATTEMPTS_EXHAUSTED",
        "SESSION_EXPIRED", "SESSION_COMPLETE", "SESSION_NOT_FOUND", "SESSION_TAKEN", "KEY_SUSPENDED", "KEY_LOCKED",
        "KEY_UNVERIFIED", "DOCUMENT_UNUSABLE", "EPOCH", "REFRESH_CLOSED", "REFRESH_EXPIRED", "S3_ENCODING",
        "DIGEST_MISMATCH", "SG_COMMITMENT", "R1_POINT", "R1_REFLECTION", "DL_SG_R1", "DL_SG_Q1", "RATCHET_ENCODING",
        "RATCHET_CLONE",
    ]

    /// Whether a run whose S3 has left is over by this answer.
    static func endsRun(_ error: PhoneError) -> Bool {
        guard case .server(let problem) = error else { return false }
        return ends.contains(problem.code)
    }

    /// Whether the same again, later, cannot go otherwise by itself: a refusal, or a failed check of this phone.
    static func isDecided(_ error: PhoneError) -> Bool {
        switch error {
        case .transport, .wrongPIN: false
        case .server(let problem): isRefusal(problem)
        case .check: true
        }
    }

    /// Whether the server has decided: anything but "not yet" and "not able to".
    static func isRefusal(_ problem: ServerProblem) -> Bool {
        if problem.code == "SIGNING_ATTEMPTS_EXHAUSTED" { return true }
        return problem.code != "IN_PROGRESS" && problem.status != 429 && problem.status < 500
    }

    /// 100, 200, 400 … 2,000 ms; the server's own wish is followed up to ten seconds, a longer one is the caller's.
    private static func again(_ tries: Int, _ retryAfterSeconds: Int?) -> Decision {
        guard tries < maximumTries, retryAfterSeconds ?? 0 <= 10 else { return .stop }
        let own = min(100 << min(tries - 1, 5), 2_000)
        return .again(afterMilliseconds: max(own, (retryAfterSeconds ?? 0) * 1_000))
    }
}
