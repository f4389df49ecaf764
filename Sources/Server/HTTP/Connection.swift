import Wire

/// One open connection. Belongs to its event loop's thread; nobody else sees it.
final class Connection {
    enum Stage {
        /// The TLS handshake is under way.
        case handshaking
        /// A request is arriving, or none has begun.
        case reading
        /// A worker has the request; the socket is not read meanwhile.
        case handling
        /// A long poll waits for its ticket, its deadline or the drain.
        case parked(WaitTicket, HandlerOutcome.Wake)
        /// A woken poll waits for room in the worker queue.
        case resuming(HandlerOutcome.Wake)
        /// `output` is on its way.
        case writing
        /// Everything is sent and the sending side closed; what still comes in is discarded.
        case lingering
    }

    /// The request that is being answered.
    struct Exchange {
        let requestID: RequestID
        let client: IPAddress
        let received: MonotonicTime
        let isHead: Bool
        /// The connection ends with this exchange.
        var closes: Bool
    }

    let id: ConnectionID
    let channel: Channel
    let peer: IPAddress

    var stage: Stage
    var exchange: Exchange?
    /// Nil while it would hold nothing: an idle or parked connection then costs a few hundred bytes.
    var parser: RequestParser?
    var output: [UInt8] = []
    var outputOffset = 0
    var requests = 0

    /// Edge-triggered epoll reports a change once; what it reported is remembered here until the kernel says EAGAIN.
    var readable = false
    var writable = true
    /// The peer has closed its sending side (EPOLLRDHUP).
    var peerClosed = false

    /// When the phase began whose deadline counts: head, body, idle, writing or lingering.
    var phase = RequestParser.Phase.idle
    var phaseStart: MonotonicTime
    /// When the request's first byte came.
    var requestStart: MonotonicTime
    /// Bytes moved in this phase, and when the last of them did.
    var phaseBytes = 0
    var lastProgress: MonotonicTime
    /// What this connection has taken from the loop's buffer budget.
    var charged = 0
    /// Since when records without content are counted.
    var silenceStart: MonotonicTime
    /// Stands in the queue of handshakes.
    var isQueued = false

    init(id: ConnectionID, channel: Channel, peer: IPAddress, now: MonotonicTime) {
        self.id = id
        self.channel = channel
        self.peer = peer
        stage = channel.tls == nil ? .reading : .handshaking
        phaseStart = now
        requestStart = now
        lastProgress = now
        silenceStart = now
    }

    /// A new phase with its own deadline begins.
    func beginPhase(at now: MonotonicTime) {
        phaseStart = now
        lastProgress = now
        phaseBytes = 0
    }

    /// When this connection must have got on; `never` when it waits for us.
    func deadline(_ rules: TransportDeadlines) -> MonotonicTime {
        switch stage {
        case .handshaking:
            phaseStart.advanced(byMilliseconds: rules.handshakeMilliseconds)
        case .handling, .resuming, .parked:
            .never
        case .lingering:
            phaseStart.advanced(byMilliseconds: rules.lingerMilliseconds)
        case .writing:
            rules.write(start: phaseStart, progress: lastProgress, bytes: phaseBytes)
        case .reading:
            switch phase {
            case .idle where requests > 0: phaseStart.advanced(byMilliseconds: rules.idleMilliseconds)
            case .idle, .head: phaseStart.advanced(byMilliseconds: rules.headMilliseconds)
            case .body: rules.body(start: phaseStart, bytes: phaseBytes)
            }
        }
    }
}
