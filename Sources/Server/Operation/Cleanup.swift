import Storage
import Synchronization

/// Gives up what this process has begun and cannot end: at once, or, while the database is away, a little later.
///
/// The rows belong to this process by its boot id, and while it lives nobody else may touch them: without a second try
/// a phone would be told IN_PROGRESS until they expire. The queue is in memory only, on purpose: after a crash the boot
/// id is dead, and then others may.
final class Cleanup: Sendable {
    enum Step: Sendable, Equatable {
        /// Nothing was decided about K3: the phone may send it again.
        case releaseEnrolment(id: String)
        /// K3 was rejected.
        case failEnrolment(id: String, reason: String)
        /// Nothing was decided about F3: the phone may send it again.
        case releaseRefresh(id: String)
        /// F3 was rejected.
        case failRefresh(id: String, reason: String)
        /// Nothing has left for this attempt.
        case abandonAttempt(id: [UInt8], reason: String)
    }

    private struct Entry {
        let step: Step
        /// When the row has expired by itself.
        let until: MonotonicTime
    }

    private let entries = Mutex<[Entry]>([])
    private let stores: Stores
    private let bootId: String
    private let alerts: Alerts
    private let sessionEnded: @Sendable (String) -> Void

    init(stores: Stores, bootId: String, alerts: Alerts, sessionEnded: @escaping @Sendable (String) -> Void) {
        self.stores = stores
        self.bootId = bootId
        self.alerts = alerts
        self.sessionEnded = sessionEnded
    }

    /// Carries a step out, or keeps it for `retry`. With a full queue it is left to the row's own expiry.
    func perform(_ step: Step) {
        do throws(StorageError) { try carryOut(step) } catch {
            let until = MonotonicTime.now().advanced(byMilliseconds: Limits.cleanupMilliseconds)
            entries.withLock { entries in
                guard entries.count < Limits.queuedCleanups else { return }
                entries.append(Entry(step: step, until: until))
            }
        }
    }

    /// A claim of the same enrolment that was taken anew must not be given back by an old step.
    func forget(enrolment id: String) {
        entries.withLock { $0.removeAll { $0.step == .releaseEnrolment(id: id) } }
    }

    /// The same for a refresh.
    func forget(refresh id: String) {
        entries.withLock { $0.removeAll { $0.step == .releaseRefresh(id: id) } }
    }

    var count: Int { entries.withLock { $0.count } }

    /// Tries what is left, in its order, up to the first failure: the database is still away then.
    func retry() throws(StorageError) {
        let now = MonotonicTime.now()
        for _ in 0..<Limits.queuedCleanups {
            let next = entries.withLock { entries -> Entry? in
                entries.removeAll { $0.until <= now }
                return entries.first
            }
            guard let next else { return }
            try carryOut(next.step)
            entries.withLock { entries in
                if let index = entries.firstIndex(where: { $0.step == next.step }) { entries.remove(at: index) }
            }
        }
    }

    private func carryOut(_ step: Step) throws(StorageError) {
        let deadline = StorageDeadline(milliseconds: 2_000)
        switch step {
        case .releaseEnrolment(let id):
            _ = try stores.enrolments.releaseClaim(id: id, bootId: bootId, deadline: deadline)
        case .failEnrolment(let id, let reason):
            let ending = try stores.enrolments.fail(id: id, reason: reason, deadline: deadline)
            if ending == .limitReached { alerts.count(.enrolmentLimit) }
        case .releaseRefresh(let id):
            _ = try stores.refreshes.release(id: id, bootId: bootId, deadline: deadline)
        case .failRefresh(let id, let reason):
            try stores.refreshes.fail(id: id, reason: reason, deadline: deadline)
        case .abandonAttempt(let id, let reason):
            let outcome = try stores.signing.abandon(attemptId: id, bootId: bootId, reason: reason, deadline: deadline)
            if case .sessionEnded(let session) = outcome { sessionEnded(session) }
        }
    }
}
