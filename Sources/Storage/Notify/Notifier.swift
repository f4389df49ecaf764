import CEpoll
import CPostgres
import Glibc

/// Tells every process on the database which sessions have ended: one thread and one connection of its own, LISTEN and
/// NOTIFY on `tamga_session`.
///
/// `publish` is called after the commit. Ids are coalesced (one notification carries up to 213) and sent at most every
/// 5 ms. Delivery is best effort: what is lost while the connection is down is found by the waiters' safety query.
///
/// `@unchecked Sendable` is sound: the variables are touched only with the monitor's lock held; the connection belongs
/// to the thread.
public final class Notifier: @unchecked Sendable {
    /// Ids that may wait while the database is away; older ones are dropped, which the safety query makes good.
    public static let pendingLimit = 20_000

    private let settings: ConnectionSettings
    private let receive: @Sendable ([String]) -> Void
    private let monitor = Monitor()
    private let wakeUp = WakeUp()
    private var pending: [String] = []
    private var dropped = 0
    private var isListening = false
    private var isStopping = false
    private var thread: pthread_t?

    /// - Parameter receive: called on the notifier's thread with the ids of a notification, also with this process's
    ///   own; it must not block.
    public init(settings: ConnectionSettings, receive: @escaping @Sendable ([String]) -> Void) {
        self.settings = settings
        self.receive = receive
    }

    /// Starts the thread; false when the system has none left. To be called once.
    public func start() -> Bool {
        let box = Unmanaged.passRetained(self)
        var created = pthread_t()
        let failed = pthread_create(
            &created, nil,
            { raw in
                guard let raw else { return nil }
                Unmanaged<Notifier>.fromOpaque(raw).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard failed == 0 else {
            box.release()
            return false
        }
        monitor.lock()
        thread = created
        monitor.unlock()
        return true
    }

    /// Sends what is pending if that is possible at once, and ends the thread. Not to be called from `receive`.
    public func stop() {
        monitor.lock()
        isStopping = true
        let running = thread
        thread = nil
        monitor.unlock()
        wakeUp.wake()
        if let running { pthread_join(running, nil) }
    }

    /// Queues ids of sessions whose change has been committed. Never blocks.
    public func publish(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        monitor.lock()
        pending += ids
        if pending.count > Self.pendingLimit {
            dropped += pending.count - Self.pendingLimit
            pending.removeFirst(pending.count - Self.pendingLimit)
        }
        monitor.unlock()
        wakeUp.wake()
    }

    /// Whether the connection stands and how many ids were dropped so far: for metrics.
    public var status: (isListening: Bool, dropped: Int) {
        monitor.lock()
        defer { monitor.unlock() }
        return (isListening, dropped)
    }

    private func run() {
        var backoffMilliseconds = 50
        while !mustStop {
            do {
                let connection = try Connection.open(settings, deadline: StorageDeadline(milliseconds: 3_000))
                defer { connection.close() }
                try connection.runOnce("LISTEN tamga_session", deadline: StorageDeadline(milliseconds: 2_000))
                setListening(true)
                backoffMilliseconds = 50
                try serve(connection)
            } catch {
                // Every failure has the same remedy: wait and connect again.
            }
            setListening(false)
            pause(milliseconds: backoffMilliseconds)
            backoffMilliseconds = min(backoffMilliseconds * 2, 5_000)
        }
    }

    /// Sends and receives until the connection is lost (throws) or the notifier stops.
    private func serve(_ connection: Connection) throws(StorageError) {
        var nextSend: UInt64 = 0
        var lastHeard = StorageDeadline.now()
        while true {
            deliver(connection)
            let now = StorageDeadline.now()
            if now >= nextSend || mustStop, let payload = takePayload() {
                try connection.run(
                    Self.notify, [.text(payload)], deadline: StorageDeadline(milliseconds: 2_000))
                nextSend = now + Self.intervalNanoseconds
                lastHeard = now
                continue
            }
            if mustStop { return }
            if now - lastHeard > Self.silenceNanoseconds {
                try connection.run(Self.ping, [], deadline: StorageDeadline(milliseconds: 2_000))
                lastHeard = now
            }
            try sleep(connection, until: hasPending ? nextSend : now + Self.silenceNanoseconds)
        }
    }

    /// Hands over the notifications that libpq has read.
    private func deliver(_ connection: Connection) {
        while let handle = connection.handle, let notification = PQnotifies(handle) {
            let payload = notification.pointee.extra.map { String(cString: $0) } ?? ""
            PQfreemem(notification)
            let ids = NotificationBatch.ids(of: payload)
            if !ids.isEmpty { receive(ids) }
        }
    }

    private func sleep(_ connection: Connection, until time: UInt64) throws(StorageError) {
        guard let handle = connection.handle else { throw .unavailable(reason: "the connection is closed") }
        var descriptors = [
            pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&descriptors, 2, Int32(StorageDeadline(nanoseconds: time).millisecondsLeft))
        if descriptors[1].revents != 0 { wakeUp.clear() }
        if descriptors[0].revents != 0, PQconsumeInput(handle) != 1 {
            throw .unavailable(reason: "the connection was lost")
        }
    }

    /// Waits before connecting again; ends early when the notifier stops.
    private func pause(milliseconds: Int) {
        let end = StorageDeadline(milliseconds: milliseconds)
        while !mustStop && !end.hasPassed {
            var descriptor = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, Int32(end.millisecondsLeft))
            wakeUp.clear()
        }
    }

    private func takePayload() -> String? {
        monitor.lock()
        defer { monitor.unlock() }
        return pending.isEmpty ? nil : NotificationBatch.take(from: &pending)
    }

    private var hasPending: Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return !pending.isEmpty
    }

    private var mustStop: Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return isStopping
    }

    private func setListening(_ value: Bool) {
        monitor.lock()
        isListening = value
        monitor.unlock()
    }

    private static let intervalNanoseconds: UInt64 = 5_000_000
    /// A connection that has been silent this long is asked whether it still stands.
    private static let silenceNanoseconds: UInt64 = 15_000_000_000
    private static let notify = Statement("notify.send", "SELECT pg_notify('tamga_session', $1)")
    private static let ping = Statement("notify.ping", "SELECT 1")
}
