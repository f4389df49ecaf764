/// A closure that is run on another thread while its owner sleeps.
///
/// `@unchecked Sendable` is sound because exactly one thread at a time reaches what the closure captures: the owner
/// waits in `ComputeJob.wait` until the closure has returned.
struct UncheckedWork: @unchecked Sendable {
    let call: () -> Void
}

/// One entry of the compute queue: work that is taken once, and an end that can be waited for.
final class ComputeJob: Sendable {
    private struct State {
        var work: UncheckedWork?
        var finished = false
    }

    private let monitor: Monitor<State>

    init(_ work: UncheckedWork) {
        monitor = Monitor(State(work: work))
    }

    convenience init(_ work: @escaping @Sendable () -> Void) {
        self.init(UncheckedWork(call: work))
    }

    /// Runs the work and drops it. Never inlined: when this returns, no reference to the closure is left on this
    /// thread, which `withoutActuallyEscaping` demands before the owner goes on.
    @inline(never)
    func perform() {
        let work = monitor.withLock { $0.work.take() }
        work?.call()
    }

    /// Reports the end to the owner.
    func finish() {
        monitor.withLock { $0.finished = true }
        monitor.broadcast()
    }

    /// Drops work that will never be run.
    func abandon() {
        monitor.withLock { $0.work = nil }
    }

    /// True when the work has ended, false when `deadline` came first.
    func wait(until deadline: MonotonicTime) -> Bool {
        monitor.wait(until: deadline) { $0.finished ? true : nil } ?? false
    }
}
