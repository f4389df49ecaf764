import Wire

/// A phone that answers everything that comes: long poll, answer, again.
public struct Watcher {
    /// One poll. Shorter than the minute after which proxies give up.
    static let pollMilliseconds = 25_000
    /// How often a session that fails is tried.
    static let triesPerSession = 3

    private let approver: Approver
    private let pins: PINs
    private let environment: PhoneEnvironment
    private let decide: (ApprovalRequest) -> ApprovalDecision
    private let report: (WatchEvent) -> Void

    public init(
        approver: Approver, pins: PINs, environment: PhoneEnvironment = PhoneEnvironment(),
        decide: @escaping (ApprovalRequest) -> ApprovalDecision, report: @escaping (WatchEvent) -> Void = { _ in }
    ) {
        self.approver = approver
        self.pins = pins
        self.environment = environment
        self.decide = decide
        self.report = report
    }

    /// Runs until it is told to stop; looks between polls and between sessions, never inside one.
    /// - Parameters:
    ///   - isStopped: asked before each poll and each session
    ///   - idle: told true before a poll and false after it: in between nothing is at stake
    /// - Throws: `.wrongPIN` at once (each further try would bring the key closer to its end), and when the server does
    ///   not know this device any more
    public func run(
        until isStopped: () -> Bool, idle: (Bool) -> Void = { _ in }
    ) throws(PhoneError) {
        var failures: [String: Int] = [:]
        var silence = 0
        while !isStopped() {
            _ = try? approver.resendReports()
            idle(true)
            let polled = poll()
            idle(false)
            switch polled {
            case .failure(let error):
                guard Self.mayPass(error) else { throw error }
                if silence == 0 { report(.unreachable(error)) }
                environment.pause(min(250 << min(silence, 5), 5_000))
                silence += 1
            case .success(let sessions):
                silence = 0
                let fresh = sessions.filter { failures[$0.sessionId, default: 0] < Self.triesPerSession }
                // What this phone cannot answer stays in the list, and the poll returns at once.
                if fresh.isEmpty, !sessions.isEmpty { environment.pause(1_000) }
                for session in fresh where !isStopped() {
                    try answer(session.sessionId, &failures)
                }
            }
        }
    }

    private func poll() -> Result<[SessionSummary], PhoneError> {
        do throws(PhoneError) {
            return .success(try approver.pending(timeoutMilliseconds: Self.pollMilliseconds))
        } catch { return .failure(error) }
    }

    private func answer(_ sessionId: String, _ failures: inout [String: Int]) throws(PhoneError) {
        do throws(PhoneError) {
            let outcome = try approver.answer(sessionId, pins: pins) { request in
                report(.asked(request))
                return decide(request)
            }
            failures[sessionId] = nil
            report(.ended(sessionId: sessionId, outcome))
        } catch {
            report(.failed(sessionId: sessionId, error))
            if case .wrongPIN = error { throw error }
            // Bounded: ids of sessions that are long gone need not be remembered.
            if failures.count > 1_000 { failures.removeAll() }
            failures[sessionId, default: 0] += 1
        }
    }

    /// Whether the next poll may go better.
    private static func mayPass(_ error: PhoneError) -> Bool {
        switch error {
        case .transport(let cause): cause != .badURL && cause != .badRequest
        case .server(let problem): !RetryRule.isRefusal(problem)
        case .check: true
        case .wrongPIN: false
        }
    }
}
