import Glibc

/// One listener with its event loops and its handler. A process has several: the public API, the internal relay, the
/// administration; they may share a worker pool.
public final class HTTPServer: Sendable {
    private enum State {
        case ready
        case running(listener: Listener, loops: [EventLoop])
        case stopped
    }

    private let environment: LoopEnvironment
    private let state = Monitor(State.ready)
    public let counters = TransportCounters()

    /// - Parameters:
    ///   - handler: answers requests, on `workers`' threads.
    ///   - workers: belongs to the caller, who stops it after every server that uses it.
    public init(_ configuration: HTTPServerConfiguration, handler: any RequestHandler, workers: WorkerPool) {
        environment = LoopEnvironment(
            configuration: configuration, handler: handler, workers: workers,
            gate: ConnectionGate(
                totalLimit: configuration.maximumConnections,
                addressLimit: configuration.maximumConnectionsPerAddress, trusted: configuration.trustedProxies),
            counters: counters, drain: DrainFlag())
    }

    /// Opens the listener and starts the loops. Requests are answered as soon as this returns.
    /// - Throws: `ListenError`; also when the server has been started before.
    public func start() throws(ListenError) {
        let configuration = environment.configuration
        let listener = try Listener(configuration.address, backlog: configuration.backlog)
        let environment = self.environment
        let loops = (0..<max(1, configuration.eventLoops)).compactMap { index in
            EventLoop(name: "\(configuration.name)-\(index)", listener: listener, environment: environment)
        }
        let started = state.withLock { state in
            guard case .ready = state, loops.count == max(1, configuration.eventLoops) else { return false }
            state = .running(listener: listener, loops: loops)
            return true
        }
        guard started else {
            Self.end(loops, at: .now())
            throw ListenError(address: configuration.address, step: "start", errno: EALREADY)
        }
    }

    /// Where the server listens; with port 0 the port that the system chose. Nil when it does not run.
    public var boundAddress: SocketAddress? {
        state.withLock { state in
            if case .running(let listener, _) = state { listener.boundAddress } else { nil }
        }
    }

    /// The port of `boundAddress`.
    public var boundPort: UInt16? { boundAddress?.port }

    /// True once `stop` has been called.
    public var isDraining: Bool { environment.drain.isRaised }

    /// Stops: accepts nothing more, closes idle connections, wakes parked polls with `isDraining` set, lets requests
    /// under way finish, cuts off what is left after the grace. Returns when every connection is closed. The caller
    /// has made the process unready before, and must not be one of its workers.
    public func stop(graceMilliseconds: Int = Limits.stopGraceMilliseconds) {
        Self.stop([self], graceMilliseconds: graceMilliseconds)
    }

    /// Stops several servers at the same time, within one grace.
    static func stop(_ servers: [HTTPServer], graceMilliseconds: Int) {
        let loops = servers.flatMap { server in
            server.environment.drain.raise()
            return server.state.withLock { state -> [EventLoop] in
                defer { state = .stopped }
                if case .running(_, let loops) = state { return loops }
                return []
            }
        }
        end(loops, at: .now().advanced(byMilliseconds: graceMilliseconds))
    }

    private static func end(_ loops: [EventLoop], at deadline: MonotonicTime) {
        for loop in loops { loop.mailbox.post(.drain(deadline)) }
        for loop in loops { loop.join() }
    }
}
