import Glibc

/// What a computation is for; the order is the order of service.
public enum ComputeClass: Int, Sendable, CaseIterable {
    /// The server's answer to a citizen who has just entered a PIN.
    case prove
    /// One step (15 ms at most) of an enrolment. Steps, not whole enrolments, so that a prove never waits long.
    case enrolment
    /// `r^N` made in advance; only speeds up a later prove and may be left out.
    case ahead
}

/// The compute queue is full, or the deadline passed before the work began. Nothing was computed. Answer 503.
public struct ComputeOverload: Error, Sendable, Equatable {
    public let retryAfterSeconds: Int
}

/// Modular exponentiation on as many threads as there are cores: more would only add context switches, and a request
/// must not pay for the ones behind it.
///
/// Every `run` blocks one worker, so the queue's bound is kept below the number of workers: some of them always stay
/// free for requests that compute nothing.
public final class ComputePool: Sendable {
    private struct State {
        var queues: [Deque<ComputeJob>] = ComputeClass.allCases.map { _ in Deque() }
        var stopping = false
        var busy = 0
        var queued: Int { queues.reduce(0) { $0 + $1.count } }
    }

    private let capacity: Int
    private let monitor = Monitor(State())
    private let threads: Monitor<[OSThread]>

    /// - Parameters:
    ///   - threads: the machine's cores by default.
    ///   - queueCapacity: jobs that may wait; `prove` may use all of it, `enrolment` three quarters, `ahead` half.
    public init(threads count: Int = ComputePool.cores, queueCapacity: Int = Limits.computeQueue) {
        capacity = max(1, queueCapacity)
        threads = Monitor([])
        let monitor = self.monitor
        let started = (0..<max(1, count)).compactMap { index in
            OSThread.start(name: "compute-\(index)") { Self.work(monitor) }
        }
        threads.withLock { $0 = started }
    }

    deinit {
        monitor.withLock { $0.stopping = true }
        monitor.broadcast()
    }

    /// The number of cores that are online.
    public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Runs `work` on a compute thread and returns its value; the calling thread sleeps meanwhile. `work` may use
    /// what it captures without being Sendable, because the caller cannot touch it before `work` has ended.
    /// - Parameter deadline: work that has not begun by then is not begun.
    /// - Throws: `ComputeOverload` when the queue is full, the pool stops or the deadline passes first.
    public func run<Value: ~Copyable>(
        _ priority: ComputeClass, deadline: MonotonicTime = .never, _ work: () -> Value
    ) throws(ComputeOverload) -> Value {
        var value: Value?
        try execute(priority, deadline: deadline) { value = work() }
        guard let value = value.take() else { throw ComputeOverload(retryAfterSeconds: 1) }
        return value
    }

    /// Queues work for nobody in particular. False when the queue is more than half full: it is then left out.
    @discardableResult
    public func tryEnqueue(_ priority: ComputeClass = .ahead, _ work: @escaping @Sendable () -> Void) -> Bool {
        enqueue(ComputeJob(work), priority)
    }

    /// Whether `run` of this class would be taken now.
    public func hasRoom(_ priority: ComputeClass) -> Bool {
        let bound = share(of: priority)
        return monitor.withLock { !$0.stopping && $0.queued < bound }
    }

    /// Jobs that wait (by class, in the order of `ComputeClass`) and jobs that run, for metrics.
    public var load: (queued: [Int], busy: Int) {
        monitor.withLock { ($0.queues.map(\.count), $0.busy) }
    }

    /// Refuses new work, finishes what is queued except `ahead`, ends the threads and waits for them.
    public func stop() {
        monitor.withLock { state in
            state.stopping = true
            state.queues[ComputeClass.ahead.rawValue] = Deque()
        }
        monitor.broadcast()
        for thread in threads.withLock({ $0 }) { thread.join() }
    }

    private func execute(
        _ priority: ComputeClass, deadline: MonotonicTime, _ work: () -> Void
    ) throws(ComputeOverload) {
        // The job gives up its reference to the closure before it reports its end, so nothing escapes.
        let done = withoutActuallyEscaping(work) { escapable in
            let job = ComputeJob(UncheckedWork(call: escapable))
            guard enqueue(job, priority) else {
                job.abandon()
                return false
            }
            if job.wait(until: deadline) { return true }
            let removed = monitor.withLock { $0.queues[priority.rawValue].remove { $0 === job } }
            if removed {
                job.abandon()
                return false
            }
            return job.wait(until: .never)
        }
        if !done { throw ComputeOverload(retryAfterSeconds: Limits.retryAfterSeconds) }
    }

    /// How full the queue may be for a job of this class to be taken.
    private func share(of priority: ComputeClass) -> Int {
        switch priority {
        case .prove: capacity
        case .enrolment: max(1, capacity * 3 / 4)
        case .ahead: max(1, capacity / 2)
        }
    }

    private func enqueue(_ job: ComputeJob, _ priority: ComputeClass) -> Bool {
        let bound = share(of: priority)
        let accepted = monitor.withLock { state in
            guard !state.stopping, state.queued < bound else { return false }
            state.queues[priority.rawValue].append(job)
            return true
        }
        if accepted { monitor.signal() }
        return accepted
    }

    private static func work(_ monitor: Monitor<State>) {
        while true {
            let next: ComputeJob?? = monitor.wait { state -> ComputeJob?? in
                for index in state.queues.indices {
                    guard let job = state.queues[index].popFirst() else { continue }
                    state.busy += 1
                    return .some(.some(job))
                }
                return state.stopping ? .some(.none) : .none
            }
            guard let next, let job = next else { return }
            job.perform()
            monitor.withLock { $0.busy -= 1 }
            job.finish()
        }
    }
}
