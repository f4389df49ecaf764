import Storage
import Synchronization
import Wire

/// Finds the news that notifications lost: they are best effort.
public final class SafetyQuery: Sendable {
    private struct State {
        var wasListening = true
        /// Documents whose polls are still to be woken after an outage.
        var backlog: ArraySlice<String> = []
    }

    private let stores: Stores
    private let registry: WaiterRegistry
    private let isListening: @Sendable () -> Bool
    private let state = Mutex(State())

    /// - Parameter isListening: whether the notifier's connection stands now.
    public init(stores: Stores, registry: WaiterRegistry, isListening: @escaping @Sendable () -> Bool) {
        self.stores = stores
        self.registry = registry
        self.isListening = isListening
    }

    /// Wakes the polls of sessions that have ended or are due; returns how many sessions. Made to be called every 2 s.
    ///
    /// Polls of phones have no such query. While notifications cannot arrive, and once after, they are woken a slice
    /// at a time and look for themselves.
    @discardableResult
    public func sweepWaiters() throws(StorageError) -> Int {
        let keys = registry.keys
        wakeDocuments(keys)
        // A poll registers before it looks, so for a moment there are keys of ids that are none.
        let prefix = SessionSignals.key(session: "")
        var waiting = keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            .filter(UUIDText.isValid)[...]
        var found = 0
        while !waiting.isEmpty {
            let ended = try stores.sessions.completedAmong(
                ids: Array(waiting.prefix(Limits.safetyBatch)),
                deadline: StorageDeadline(milliseconds: Limits.sweepMilliseconds))
            for id in ended { registry.wake(SessionSignals.key(session: id)) }
            found += ended.count
            waiting = waiting.dropFirst(Limits.safetyBatch)
        }
        return found
    }

    private func wakeDocuments(_ keys: [String]) {
        let listens = isListening()
        let slice = state.withLock { state -> ArraySlice<String> in
            if state.backlog.isEmpty, !listens || !state.wasListening {
                state.backlog = keys.filter { $0.hasPrefix(SessionSignals.key(document: "")) }[...]
            }
            state.wasListening = listens
            let slice = state.backlog.prefix(Limits.documentsWokenPerSweep)
            state.backlog = state.backlog.dropFirst(slice.count)
            return slice
        }
        for key in slice { registry.wake(key) }
    }
}
