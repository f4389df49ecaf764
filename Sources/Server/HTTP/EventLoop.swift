import Glibc

/// What other threads tell an event loop.
enum LoopMessage: Sendable {
    /// A worker's decision about the request of that connection.
    case answer(ConnectionID, HandlerOutcome)
    /// The ticket of that parked poll was woken.
    case wake(ConnectionID)
    /// Stop accepting, finish what is under way, then end; cut off what is left at the deadline.
    case drain(MonotonicTime)
}

/// What the loops of one server share. All of it is safe to use from any thread.
struct LoopEnvironment: Sendable {
    let configuration: HTTPServerConfiguration
    let handler: any RequestHandler
    let workers: WorkerPool
    let gate: ConnectionGate
    let counters: TransportCounters
    let drain: DrainFlag
}

/// The handle of one event loop: a thread that owns sockets, and the mailbox through which others speak to it.
final class EventLoop: Sendable {
    let mailbox: Mailbox<LoopMessage>
    private let thread: OSThread

    /// Nil when the system has no descriptor or thread left.
    init?(name: String, listener: Listener, environment: LoopEnvironment) {
        guard let counter = EventCounter() else { return nil }
        let mailbox = Mailbox<LoopMessage>(counter)
        let started = Monitor<Bool?>(nil)
        let thread = OSThread.start(name: name) {
            let core = LoopCore(listener: listener, mailbox: mailbox, counter: counter, environment: environment)
            started.withLock { $0 = core != nil }
            started.broadcast()
            core?.run()
        }
        guard let thread else { return nil }
        guard started.wait(until: .never, { $0 }) == true else {
            thread.join()
            return nil
        }
        self.mailbox = mailbox
        self.thread = thread
    }

    /// Waits until the loop has ended.
    func join() {
        thread.join()
    }
}
