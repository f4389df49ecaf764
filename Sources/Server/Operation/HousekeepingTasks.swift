import Storage

/// What a process does in the background, and how often.
struct HousekeepingTasks {
    let stores: Stores
    let signing: SigningService
    let waiters: WaiterRegistry
    let notifier: Notifier
    let signals: SessionSignals
    let bootId: String
    let cleanup: Cleanup
    let limits: RateLimits
    let ended: EndedSessions
    let fence: RestoreFence?
    /// Where other replicas reach this one; written once, before the first heartbeat.
    let relayAddress: Monitor<String>
    let failures: TaskFailures

    /// What tells the other replicas that this process lives.
    var heartbeat: [Housekeeping.Task] {
        let stores = self.stores
        return [
            task("heartbeat", 4_000) { [bootId, relayAddress] () throws(StorageError) in
                try stores.replicas.heartbeat(
                    bootId: bootId, address: relayAddress.withLock { $0 }, deadline: .init(milliseconds: 2_000))
            }
        ]
    }

    /// Everything that may take its time.
    var sweeps: [Housekeeping.Task] {
        let expiry = ExpirySweeper(stores: stores, signals: signals)
        let notifier = self.notifier
        let safety = SafetyQuery(stores: stores, registry: waiters) { notifier.status.isListening }
        let stores = self.stores, signing = self.signing, signals = self.signals, cleanup = self.cleanup
        let limits = self.limits, ended = self.ended, fence = self.fence
        return [
            task("expiry", 1_000) { () throws(StorageError) in _ = try expiry.sweep() },
            task("cleanup", 1_000) { () throws(StorageError) in try cleanup.retry() },
            task("safety", 2_000) { () throws(StorageError) in _ = try safety.sweepWaiters() },
            task("orphans", 5_000) { () throws(StorageError) in
                let ended = try stores.signing.burnOrphans(deadline: .init(milliseconds: 2_000)).endedSessions
                signals.ended(sessions: ended)
            },
            task("memory", 10_000) { () throws(StorageError) in
                signing.sweep()
                limits.sweep(now: .now())
                ended.sweep()
            },
            task("era", 60_000) { () throws(StorageError) in try fence?.advance() },
            task("rows", 30_000) { () throws(StorageError) in
                let deadline = StorageDeadline(milliseconds: 2_000)
                try stores.enrolments.sweep(deadline: deadline)
                try stores.refreshes.sweep(deadline: deadline)
                _ = try stores.nonces.sweep(deadline: deadline)
                _ = try stores.attestedKeys.sweep(deadline: deadline)
                _ = try stores.pairing.sweep(deadline: deadline)
                _ = try stores.replicas.sweep(deadline: deadline)
            },
        ]
    }

    /// A failing task is reported and tried again at its next turn.
    func task(
        _ name: StaticString, _ milliseconds: Int, _ body: @escaping @Sendable () throws(StorageError) -> Void
    ) -> Housekeeping.Task {
        let failures = self.failures
        return Housekeeping.Task(everyMilliseconds: milliseconds) {
            do throws(StorageError) { try body() } catch { failures.report(name, error) }
        }
    }
}
