/// Every bound of the server and the reason for its value. A bound that an operator may move is the default of a
/// configuration member; the others are used directly.
public enum Limits {
    // MARK: Connections

    /// Connections of one listener: 15,000 parked polls at the peak, and room.
    public static let connections = 20_000
    /// Connections from one address (an IPv6 /64) that is no trusted proxy. A household or an office shares one.
    public static let connectionsPerAddress = 256
    /// Connections that the kernel holds before `accept`; a burst after a network failure, not a steady queue.
    public static let acceptBacklog: Int32 = 1_024
    /// Connections accepted in one turn of a loop, so that a flood does not stop those that are open.
    public static let acceptsPerTurn = 64
    /// Refused connections that get an answer and a log line; the others are closed without a word.
    public static let explainedRefusalsPerSecond = 20
    /// Requests over one connection; then it is closed, so that load balancers spread again.
    public static let requestsPerConnection = 1_000

    /// Steps of TLS handshakes in one turn of a loop, at up to a millisecond each: what a request that has come waits
    /// for at most, besides other requests. A handshake takes two.
    public static let handshakesPerTurn = 4

    // MARK: Bytes

    /// A body, where the route does not say otherwise. The largest signing message is below 10 KiB.
    public static let bodyBytes = 64 * 1_024
    /// The body of an enrolment: two slots with three proofs each at 3072 bits are about 163 KiB of Base64.
    public static let enrolmentBodyBytes = 512 * 1_024
    /// One read from a socket; also what a pipelining peer can leave in our memory.
    public static let readBytes = 16 * 1_024
    /// Reads from one connection in one turn of a loop: a fast sender does not starve the others.
    public static let readsPerTurn = 8
    /// Bytes of requests under way (arriving, queued, with a worker) in one event loop: 500 enrolments at once.
    public static let bufferBudgetBytes = 256 * 1_024 * 1_024
    /// Bytes discarded after the last response of a connection, so that the client can read it before a reset.
    public static let lingerBytes = 1_024 * 1_024

    /// Alerts and the like that a TLS peer asks for and does not read.
    public static let unreadAlertBytes = 4 * 1_024
    /// Records of TLS without content (updates of keys, alerts) over one connection in `silentRecordsMilliseconds`.
    /// Clients renew their keys after gigabytes; each renewal costs this thread some microseconds and an answer.
    public static let silentRecords = 32

    // MARK: Milliseconds

    /// From `accept` to the end of a TLS handshake, in total: three round trips over the slowest mobile link.
    public static let handshakeMilliseconds = 10_000
    /// From the first byte of a request (or from `accept`) to the end of its head, in total. An idle time-out would
    /// let a peer that drips one byte at a time stay for ever.
    public static let headMilliseconds = 10_000
    /// A body has this long before its rate counts.
    public static let bodyGraceMilliseconds = 5_000
    /// Bytes a second below which a body is cut off, after the grace.
    public static let bodyBytesPerSecond = 1_024
    /// A body in total: 512 KiB in two minutes is 35 kbit/s, the slowest mobile link that is any use.
    public static let bodyTotalMilliseconds = 120_000
    /// Keep-alive without a request. Longer than the 60 s of common load balancers, so that they close first.
    public static let idleMilliseconds = 75_000
    /// A response without any progress; also the grace before its rate counts, which is that of a body.
    public static let writeStallMilliseconds = 30_000
    /// Between our last byte and the peer's close.
    public static let lingerMilliseconds = 2_000
    /// What a handler may take, waits in the database included. Clients give up at about the same time.
    public static let requestMilliseconds = 10_000
    /// A parked poll, whatever its handler asked for; it is then asked again. Long polls end at 120 s.
    public static let parkMilliseconds = 130_000
    /// How late a deadline of a connection may be noticed.
    public static let deadlineGranularityMilliseconds = 100
    /// Between two looks at the certificate of TLS.
    public static let certificateCheckMilliseconds = 30_000
    /// After this time records without content are counted anew.
    public static let silentRecordsMilliseconds = 10_000
    /// A stop waits this long for requests under way.
    public static let stopGraceMilliseconds = 20_000

    // MARK: Work

    /// Threads that may block in the database.
    public static let workerThreads = 16
    /// Threads for what other replicas pass on: one for each of a few cores, whose computations they wait for.
    public static let relayWorkerThreads = 8
    /// Requests that wait for a worker. At 5 ms each, 512 are 160 ms of waiting with 16 workers.
    public static let workerQueue = 512
    /// Computations that wait for a core. Each blocks a worker: fewer than `workerThreads`, so that some stay free.
    public static let computeQueue = 12
    /// Steps of `Cleanup` that wait for the database: an outage with every worker in a request a second.
    public static let queuedCleanups = 1_024
    /// How long such a step is worth anything: as long as an enrolment is open, longer than an attempt.
    public static let cleanupMilliseconds = 600_000
    /// What a 503 tells the client.
    public static let retryAfterSeconds = 1

    /// Log lines that wait for a slow reader of standard output: some megabytes. Further ones are dropped and counted.
    public static let queuedLogLines = 16_384

    /// Refreshes that a document may open in 24 hours; those with a proof of identity are counted apart. A phone needs
    /// one for each slot.
    public static let refreshesPerDay = 20
    /// Rejected F3 after which it waits for the next day, as with enrolments (threshold-ecdsa A.5).
    public static let rejectedRefreshesPerDay = 3

    // MARK: Credentials

    /// Wrong secrets, or wrong tokens, a minute from one address (IPv6: its /64): a client that was set up wrongly asks
    /// less often, and a network full of phones has fewer old ones.
    public static let wrongCredentialsPerMinute = 60
    /// Good credentials of which a process knows that they were: a few megabytes.
    public static let knownCredentials = 50_000

    // MARK: API

    /// Entries of `errors` in one error body.
    public static let reportedErrors = 16
    /// Segments of a path; the longest route has eight.
    public static let pathSegments = 16
    /// Label sets of one metric. Labels are route templates and codes, so more is a mistake; further ones are dropped.
    public static let labelSetsPerMetric = 2_000
}
