/// The threads that requests are answered on.
struct ServerThreads: Sendable {
    let workers: WorkerPool
    let admin: WorkerPool
    /// Apart from `workers`: two replicas that wait for each other with all of those would wait until the deadline.
    let relay: WorkerPool
    let compute: ComputePool

    init(_ configuration: ServerConfiguration) {
        workers = WorkerPool(threads: configuration.workers)
        admin = WorkerPool(threads: 2, name: "admin")
        relay = WorkerPool(threads: Limits.relayWorkerThreads, name: "relay")
        compute = ComputePool(threads: configuration.computeThreads)
    }

    func stop() {
        compute.stop()
        workers.stop()
        relay.stop()
        admin.stop()
    }
}
