import Synchronization

/// Who waits for news about which key (a session id, a document number).
///
/// The order that loses no wake-up: `register` *first*, *then* read the row, then park. A wake that falls between
/// register and park is kept in the ticket and ends the park at once. A ticket wakes at most once; who wants to go on
/// waiting registers again before reading again.
public final class WaiterRegistry: Sendable {
    struct Entry: Sendable {
        let id: UInt64
        /// Nil until the ticket is parked.
        var sink: ParkSink?
    }

    private struct State {
        var waiting: [String: [Entry]] = [:]
        var count = 0
        var nextID: UInt64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Starts to wait. The ticket stays registered until it is woken or released.
    public func register(key: String) -> WaitTicket {
        let id = state.withLock { state in
            state.nextID &+= 1
            state.count += 1
            state.waiting[key, default: []].append(Entry(id: state.nextID))
            return state.nextID
        }
        return WaitTicket(registry: self, key: key, id: id)
    }

    /// Wakes everyone who waits for `key`. Call it after the change is committed. Any thread.
    public func wake(_ key: String) {
        let entries = state.withLock { state -> [Entry] in
            let entries = state.waiting.removeValue(forKey: key) ?? []
            state.count -= entries.count
            return entries
        }
        for entry in entries { entry.sink?.wake() }
    }

    /// The keys that somebody waits for: what a notifier's safety query has to ask about.
    public var keys: [String] {
        state.withLock { Array($0.waiting.keys) }
    }

    /// How many tickets are registered, for metrics.
    public var count: Int {
        state.withLock { $0.count }
    }

    /// Gives the ticket a way to be woken. False when it has been woken already.
    func park(key: String, id: UInt64, sink: ParkSink) -> Bool {
        state.withLock { state in
            guard let place = state.waiting[key]?.firstIndex(where: { $0.id == id }) else { return false }
            state.waiting[key]?[place].sink = sink
            return true
        }
    }

    func cancel(key: String, id: UInt64) {
        state.withLock { state in
            guard var entries = state.waiting[key], let place = entries.firstIndex(where: { $0.id == id }) else {
                return
            }
            state.count -= 1
            if entries.count == 1 {
                state.waiting[key] = nil
            } else {
                entries.remove(at: place)
                state.waiting[key] = entries
            }
        }
    }
}

/// A place in the registry. Releasing the last reference gives it back, so that neither a handler that answers at
/// once nor a connection that drops can leave one behind.
public final class WaitTicket: Sendable {
    private let registry: WaiterRegistry
    public let key: String
    private let id: UInt64

    init(registry: WaiterRegistry, key: String, id: UInt64) {
        self.registry = registry
        self.key = key
        self.id = id
    }

    deinit {
        registry.cancel(key: key, id: id)
    }

    /// False when the ticket has been woken already: do not park, look again.
    func park(_ sink: ParkSink) -> Bool {
        registry.park(key: key, id: id, sink: sink)
    }
}

/// Where the wake-up of a parked poll goes: a connection of one event loop.
struct ParkSink: Sendable {
    let mailbox: Mailbox<LoopMessage>
    let connection: ConnectionID

    func wake() {
        mailbox.post(.wake(connection))
    }
}
