/// How to reach the database, and the limits that the server itself enforces on every connection of ours.
public struct ConnectionSettings: Sendable {
    /// A libpq URL or keyword string, as in DATABASE_URL.
    public var url: String
    /// Longest time for DNS, TCP, TLS and authentication together. (libpq resolves names with a blocking call: a name
    /// server that hangs is only bounded by the resolver's own time-out, so prefer a socket folder or an address.)
    public var connectMilliseconds = 3_000
    /// A statement that runs longer is cancelled by the server: the backstop for statements whose client has gone.
    public var statementMilliseconds = 5_000
    /// Longest wait for a row lock; shorter than a request, so that a stuck lock is answered, not queued.
    public var lockMilliseconds = 2_000
    /// A transaction that idles longer is ended by the server and frees its locks.
    public var idleInTransactionMilliseconds = 5_000
    /// Unacknowledged TCP data is given up after this time (no effect on unix sockets).
    public var tcpUserMilliseconds = 5_000
    /// How often a busy backend looks whether its client is still there, so that an abandoned statement ends at once.
    public var clientCheckMilliseconds = 1_000

    public init(url: String) {
        self.url = url
    }
}
