import Storage
import Synchronization
import Wire

/// The answers about sessions that have ended, as their relying parties have read them within the last second: whoever
/// reads one again costs no trip to the database and no worker.
///
/// An answer opens for nobody but the secret with which it was read, and the party stands with it as it was read on the
/// same trip, to be judged anew for every request. Nothing is ever older than `Limits.endedSessionMilliseconds`: after
/// that everything holds that an operator, the clock or a restore has changed.
final class EndedSessions: Sendable {
    struct Entry: Sendable {
        private let secretHash: [UInt8]
        private let party: RelyingParty
        private let response: HTTPResponse
        fileprivate let until: MonotonicTime

        /// - Parameters:
        ///   - secretHash: SHA-256 of the secret that the party has shown
        ///   - readAt: when the reading began; the age counts from there
        init(_ response: HTTPResponse, of party: RelyingParty, secretHash: [UInt8], readAt: MonotonicTime) {
            self.response = response
            self.party = party
            self.secretHash = secretHash
            until = readAt.advanced(byMilliseconds: Limits.endedSessionMilliseconds)
        }

        var bytes: Int { response.body.count }

        /// Nil for everybody who has not shown the same secret.
        func open(_ caller: RelyingPartyCaller) -> (party: RelyingParty, response: HTTPResponse)? {
            caller.secretHash == secretHash ? (party, response) : nil
        }
    }

    private let entries: Mutex<BoundedTable<String, Entry>>
    private let clock: @Sendable () -> MonotonicTime

    /// - Parameters:
    ///   - capacity: answers; the oldest makes room
    ///   - clock: another one in tests
    init(
        capacity: Int = Limits.endedSessions, clock: @escaping @Sendable () -> MonotonicTime = { .now() }
    ) {
        entries = Mutex(BoundedTable(capacity: capacity))
        self.clock = clock
    }

    var count: Int { entries.withLock { $0.count } }

    /// To be asked before the database is, for `Entry`.
    var now: MonotonicTime { clock() }

    /// What was read of a session lately.
    ///
    /// - Parameter session: its id as a request has it
    subscript(_ session: String) -> Entry? {
        guard let entry = entries.withLock({ $0[session] }), clock() < entry.until else { return nil }
        return entry
    }

    /// Larger answers than the bound are not kept.
    func insert(_ entry: Entry, for session: String) {
        guard entry.bytes <= Limits.endedSessionBytes else { return }
        entries.withLock { $0.insert(entry, for: session) }
    }

    /// Forgets what nobody can find any more: a citizen's data stay in no memory for nothing.
    func sweep() {
        let now = clock()
        entries.withLock { $0.removeAll { $0.until <= now } }
    }
}
