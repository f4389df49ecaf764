import CEpoll
import Glibc
import Wire

/// The inside of an event loop. Lives on the loop's thread only and is not Sendable, so the compiler keeps it there.
///
/// Descriptors are registered once, edge-triggered, for everything; a connection remembers what it was told
/// (`readable`, `writable`), so neither pausing nor resuming costs a system call. `advance` moves one connection as far
/// as it can go; whatever happens only changes the connection and calls it.
final class LoopCore {
    static let listenerToken = UInt64.max
    static let mailboxToken = UInt64.max - 1

    let environment: LoopEnvironment
    let mailbox: Mailbox<LoopMessage>
    /// Kept so that its descriptor outlives the registration.
    private let counter: EventCounter
    let epoll: Epoll
    let buffers: ReadBuffers

    var listener: Listener?
    var acceptResumes = MonotonicTime.never
    /// Given up for a moment when the process has no descriptor left, so that the waiting peer can be turned away.
    var reserve: Int32
    var table = ConnectionTable()
    var deadlines: DeadlineTable
    /// Connections that used up their reads of this turn.
    var again: [ConnectionID] = []
    /// Woken polls that found the worker queue full.
    var resumes = Deque<ConnectionID>()
    /// Handshakes that can go on.
    var handshakes = Deque<ConnectionID>()
    /// Bytes of requests under way.
    var charged = 0
    var now = MonotonicTime.now()
    /// Refused connections that got an answer, since when.
    var explained = (since: MonotonicTime(milliseconds: 0), count: 0)
    private var drainDeadline: MonotonicTime?
    private var date = (second: -1, text: "")

    /// Nil when the system has no descriptor left.
    init?(
        listener: Listener, mailbox: Mailbox<LoopMessage>, counter: EventCounter, environment: LoopEnvironment
    ) {
        guard let epoll = Epoll() else { return nil }
        guard epoll.add(counter.descriptor, events: tamga_epoll_in, token: Self.mailboxToken) else { return nil }
        self.epoll = epoll
        self.environment = environment
        self.mailbox = mailbox
        self.counter = counter
        self.listener = listener
        reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
        deadlines = DeadlineTable(
            granularityMilliseconds: environment.configuration.deadlines.granularityMilliseconds)
        buffers = ReadBuffers(tls: environment.configuration.tls != nil)
        guard watchListener() else { return nil }
    }

    deinit {
        if reserve >= 0 { close(reserve) }
    }

    var isDraining: Bool { drainDeadline != nil }

    /// Turns until the drain is over.
    func run() {
        while true {
            epoll.wait(milliseconds: patience()) { token, events in handle(token, events) }
            now = .now()
            for place in deadlines.expired(at: now) { deadlinePassed(place) }
            if acceptResumes <= now { resumeAccepting() }
            let repeated = again
            again = []
            for id in repeated { if let connection = table[id] { advance(connection) } }
            runHandshakes()
            retryResumes()
            if let end = drainDeadline, table.count == 0 || end <= now { break }
        }
        for connection in table.all { drop(connection) }
    }

    /// How long epoll may sleep.
    private func patience() -> Int32 {
        if !again.isEmpty || !handshakes.isEmpty { return 0 }
        var wake = min(deadlines.nextScan, acceptResumes)
        if let drainDeadline { wake = min(wake, drainDeadline) }
        // Room in the worker queue is announced by answers, but they may be those of another loop.
        if !resumes.isEmpty { wake = min(wake, now.advanced(byMilliseconds: 10)) }
        return wake == .never ? -1 : Int32(clamping: max(0, wake.since(.now())))
    }

    private func handle(_ token: UInt64, _ events: UInt32) {
        now = .now()
        switch token {
        case Self.mailboxToken:
            for message in mailbox.takeAll() { handle(message) }
        case Self.listenerToken:
            acceptSome()
        default:
            guard let connection = table[ConnectionID(token: token)] else { return }
            connectionEvent(connection, events)
        }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .answer(let id, let outcome):
            if let connection = table[id] { answer(connection, outcome) }
            retryResumes()
        case .wake(let id):
            if let connection = table[id] { wake(connection) }
        case .drain(let deadline):
            beginDrain(deadline)
        }
    }

    private func connectionEvent(_ connection: Connection, _ events: UInt32) {
        if events & (tamga_epoll_err | tamga_epoll_hup) != 0 {
            if case .handshaking = connection.stage { handshakeBroken(connection) } else { drop(connection) }
            return
        }
        if events & tamga_epoll_out != 0 { connection.writable = true }
        if events & (tamga_epoll_in | tamga_epoll_rdhup) != 0 { connection.readable = true }
        if events & tamga_epoll_rdhup != 0 { connection.peerClosed = true }
        switch connection.stage {
        case .parked, .resuming:
            // Nobody is left to read the answer: the poll ends here and costs nothing more.
            if connection.peerClosed { drop(connection) }
        case .handling:
            break
        case .handshaking:
            queueHandshake(connection)
        case .reading, .writing, .lingering:
            advance(connection)
        }
    }

    private func beginDrain(_ deadline: MonotonicTime) {
        guard drainDeadline == nil else { return }
        drainDeadline = deadline
        if let listener { epoll.remove(listener.descriptor) }
        listener = nil
        acceptResumes = .never
        for connection in table.all {
            switch connection.stage {
            case .parked: wake(connection)
            case .handshaking: drop(connection)
            case .reading where connection.phase == .idle:
                // What has arrived but was not seen yet is still answered.
                connection.readable = true
                advance(connection)
                if let left = table[connection.id], case .reading = left.stage, left.phase == .idle { drop(left) }
            default: break
            }
        }
    }

    /// The Date field, made once a second.
    func dateText() -> String {
        let second = time(nil)
        if date.second != second { date = (second, Timestamp.httpDate(unixSeconds: Int64(second))) }
        return date.text
    }
}
