import Synchronization

/// Notices that a parked poll went away without an answer, because its client did: the closure that holds this is then
/// released without having run. Such a poll gets its log line and its count like any other request, with status 499
/// (client closed request).
final class AbandonmentGuard: Sendable {
    private let armed = Atomic<Bool>(true)
    private let onAbandon: @Sendable () -> Void

    init(_ onAbandon: @escaping @Sendable () -> Void) {
        self.onAbandon = onAbandon
    }

    deinit {
        if armed.load(ordering: .relaxed) { onAbandon() }
    }

    /// The poll was woken: whoever runs now answers for it.
    func disarm() {
        armed.store(false, ordering: .relaxed)
    }
}
