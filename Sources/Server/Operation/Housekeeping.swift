import Storage

/// The one background thread of a process: heartbeat, expiry, lost wake-ups, orphans, old rows. Every task is safe to
/// run on several replicas at once.
final class Housekeeping: Sendable {
    /// A task and how often it runs.
    struct Task: Sendable {
        let everyMilliseconds: Int
        let run: @Sendable () -> Void
    }

    private let stopping = Monitor(false)
    private let thread = Monitor<OSThread?>(nil)
    private let tasks: [Task]

    init(_ tasks: [Task]) { self.tasks = tasks }

    func start() {
        let tasks = self.tasks, stopping = self.stopping
        let started = OSThread.start(name: "housekeeping") { Self.work(tasks, stopping) }
        thread.withLock { $0 = started }
    }

    func stop() {
        stopping.withLock { $0 = true }
        stopping.broadcast()
        thread.withLock { $0 }?.join()
    }

    private static func work(_ tasks: [Task], _ stopping: Monitor<Bool>) {
        var due = tasks.map { _ in MonotonicTime.now() }
        while true {
            for (index, task) in tasks.enumerated() where due[index] <= .now() {
                task.run()
                due[index] = MonotonicTime.now().advanced(byMilliseconds: task.everyMilliseconds)
            }
            let next = due.min() ?? .never
            if stopping.wait(until: next, { $0 ? true : nil }) != nil { return }
        }
    }
}
