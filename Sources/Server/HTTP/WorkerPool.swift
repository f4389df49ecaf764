/// A fixed number of threads that may block (in PostgreSQL, in the compute pool), fed by one bounded queue.
///
/// The bound is what turns overload into an early 503: a request that would wait longer than its client does must not
/// be accepted at all.
public final class WorkerPool: Sendable {
    public typealias Job = @Sendable () -> Void

    private struct State {
        var queue: Deque<Job> = Deque()
        var busy = 0
        var stopping = false
    }

    private let capacity: Int
    private let monitor = Monitor(State())
    private let threads: Monitor<[OSThread]>

    /// Starts the threads.
    /// - Parameters:
    ///   - threads: at least one; the database pool should be no larger.
    ///   - queueCapacity: jobs that may wait beyond those that run.
    public init(
        threads count: Int = Limits.workerThreads, queueCapacity: Int = Limits.workerQueue, name: String = "worker"
    ) {
        capacity = max(1, queueCapacity)
        threads = Monitor([])
        let monitor = self.monitor
        let started = (0..<max(1, count)).compactMap { index in
            OSThread.start(name: "\(name)-\(index)") { Self.work(monitor) }
        }
        threads.withLock { $0 = started }
    }

    deinit {
        monitor.withLock { $0.stopping = true }
        monitor.broadcast()
    }

    /// Queues a job. False when the queue is full or the pool stops: the caller answers 503.
    public func submit(_ job: @escaping Job) -> Bool {
        let accepted = monitor.withLock { state in
            guard !state.stopping, state.queue.count < capacity else { return false }
            state.queue.append(job)
            return true
        }
        if accepted { monitor.signal() }
        return accepted
    }

    /// Jobs that wait and jobs that run, for metrics.
    public var load: (queued: Int, busy: Int) {
        monitor.withLock { ($0.queue.count, $0.busy) }
    }

    /// Refuses new jobs, finishes those that are queued, ends the threads and waits for them. Must not be called from
    /// a job.
    public func stop() {
        monitor.withLock { $0.stopping = true }
        monitor.broadcast()
        for thread in threads.withLock({ $0 }) { thread.join() }
    }

    private static func work(_ monitor: Monitor<State>) {
        while true {
            let next: Job?? = monitor.wait { state -> Job?? in
                if let job = state.queue.popFirst() {
                    state.busy += 1
                    return .some(.some(job))
                }
                return state.stopping ? .some(.none) : .none
            }
            guard let next, let job = next else { return }
            job()
            monitor.withLock { $0.busy -= 1 }
        }
    }
}
