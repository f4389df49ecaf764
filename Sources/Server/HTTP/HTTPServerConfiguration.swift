import Wire

/// How one `HTTPServer` listens and what it tolerates.
public struct HTTPServerConfiguration: Sendable {
    /// Names the listener's threads and its metrics: `public`, `admin`, `relay`.
    public var name: String
    /// Where to listen; port 0 lets the system choose (`HTTPServer.boundPort`).
    public var address: SocketAddress
    /// Threads that own sockets. One carries tens of thousands of requests a second; handlers run elsewhere.
    public var eventLoops = 1
    public var backlog = Limits.acceptBacklog
    public var maximumConnections = Limits.connections
    public var maximumConnectionsPerAddress = Limits.connectionsPerAddress
    public var requestsPerConnection = Limits.requestsPerConnection
    /// Whose `X-Forwarded-For` is believed, and who is exempt from the limit by address.
    public var trustedProxies: [CIDRBlock] = []
    /// Bounds on a message's parts.
    public var messageLimits = HTTPLimits()
    public var deadlines = TransportDeadlines()
    /// Bytes of requests under way in one event loop.
    public var bufferBudgetBytes = Limits.bufferBudgetBytes
    /// Certificate and rules of TLS; nil: plain HTTP.
    public var tls: TLSCredentials?
    /// Records of TLS without content in `Limits.silentRecordsMilliseconds`.
    public var silentRecords = Limits.silentRecords

    public init(name: String, address: SocketAddress) {
        self.name = name
        self.address = address
    }
}

/// The deadlines of a connection; see `Limits` for the reasons. All of them are totals or follow from bytes moved:
/// none can be put off by dripping.
public struct TransportDeadlines: Sendable {
    public var handshakeMilliseconds = Limits.handshakeMilliseconds
    public var headMilliseconds = Limits.headMilliseconds
    public var bodyGraceMilliseconds = Limits.bodyGraceMilliseconds
    public var bodyTotalMilliseconds = Limits.bodyTotalMilliseconds
    public var bytesPerSecond = Limits.bodyBytesPerSecond
    public var idleMilliseconds = Limits.idleMilliseconds
    public var writeStallMilliseconds = Limits.writeStallMilliseconds
    public var lingerMilliseconds = Limits.lingerMilliseconds
    public var requestMilliseconds = Limits.requestMilliseconds
    public var parkMilliseconds = Limits.parkMilliseconds
    public var granularityMilliseconds = Limits.deadlineGranularityMilliseconds

    public init() {}

    /// A body that began at `start` and has brought `bytes` so far must bring more, or end, by then.
    func body(start: MonotonicTime, bytes: Int) -> MonotonicTime {
        let earned = start.advanced(byMilliseconds: bodyGraceMilliseconds + worth(bytes))
        return min(earned, start.advanced(byMilliseconds: bodyTotalMilliseconds))
    }

    /// A response that began at `start`, sent `bytes` so far and last moved at `progress` must move by then.
    func write(start: MonotonicTime, progress: MonotonicTime, bytes: Int) -> MonotonicTime {
        let earned = start.advanced(byMilliseconds: writeStallMilliseconds + worth(bytes))
        return min(earned, progress.advanced(byMilliseconds: writeStallMilliseconds))
    }

    /// The milliseconds that so many bytes take at the least rate.
    private func worth(_ bytes: Int) -> Int {
        bytes.multipliedReportingOverflow(by: 1_000).partialValue / max(1, bytesPerSecond)
    }
}
