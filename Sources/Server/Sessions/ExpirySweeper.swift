import Storage

/// Ends sessions whose time is up, so that their relying parties learn of it without asking.
public struct ExpirySweeper: Sendable {
    private let stores: Stores
    private let signals: SessionSignals

    public init(stores: Stores, signals: SessionSignals) {
        self.stores = stores
        self.signals = signals
    }

    /// Completes what is due as TIMEOUT and wakes its waiters; returns how many. Made to be called every second by any
    /// thread of any process: each sweep takes rows that no other one has.
    @discardableResult
    public func sweep() throws(StorageError) -> Int {
        var total = 0
        for _ in 0..<Limits.expiryBatches {
            let ids = try stores.sessions.expireDue(deadline: StorageDeadline(milliseconds: Limits.sweepMilliseconds))
            signals.ended(sessions: ids)
            total += ids.count
            if ids.isEmpty { break }
        }
        return total
    }
}
