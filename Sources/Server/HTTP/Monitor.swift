import Glibc

/// A value behind a mutex with one condition variable. `Synchronization.Mutex` has no condition variable, and the
/// request path uses no Swift concurrency.
///
/// `@unchecked Sendable` is sound because the value is reached only inside `withLock` and `wait`, with the mutex held.
final class Monitor<State: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the lock held. `body` must not call back into the same monitor.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Asks `body` until it answers, sleeping between two questions; nil when `deadline` passes first.
    func wait<Result>(until deadline: MonotonicTime = .never, _ body: (inout State) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            guard deadline != .never else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            guard MonotonicTime.now() < deadline else { return nil }
            var time = timespec(
                tv_sec: Int(deadline.milliseconds / 1000), tv_nsec: Int(deadline.milliseconds % 1000) * 1_000_000)
            pthread_cond_timedwait(condition, mutex, &time)
        }
    }

    /// Wakes one sleeper.
    func signal() {
        pthread_cond_signal(condition)
    }

    /// Wakes every sleeper.
    func broadcast() {
        pthread_cond_broadcast(condition)
    }
}
