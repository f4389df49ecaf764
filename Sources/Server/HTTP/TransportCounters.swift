import Synchronization

/// What the transport counts, for metrics. One object for each `HTTPServer`.
public final class TransportCounters: Sendable {
    private let accepted = Atomic<Int>(0)
    private let refusedConnections = Atomic<Int>(0)
    private let open = Atomic<Int>(0)
    private let parked = Atomic<Int>(0)
    private let abandoned = Atomic<Int>(0)
    private let timedOut = Atomic<Int>(0)
    private let handshakes = Atomic<Int>(0)
    private let handshakeFailures = Atomic<Int>(0)
    private let floods = Atomic<Int>(0)

    /// The numbers at one moment.
    public struct Snapshot: Sendable, Equatable {
        /// Connections accepted since the start.
        public var accepted = 0
        /// Connections closed at once: limits, or no descriptor left.
        public var refusedConnections = 0
        /// Connections open now.
        public var open = 0
        /// Long polls parked now.
        public var parked = 0
        /// Requests whose client went away before the answer.
        public var abandoned = 0
        /// Connections cut off by a deadline.
        public var timedOut = 0
        /// TLS handshakes that were completed.
        public var handshakes = 0
        /// TLS handshakes that were not.
        public var handshakeFailures = 0
        /// TLS connections cut off because of records without content.
        public var floods = 0
    }

    public init() {}

    public var snapshot: Snapshot {
        Snapshot(
            accepted: accepted.load(ordering: .relaxed),
            refusedConnections: refusedConnections.load(ordering: .relaxed), open: open.load(ordering: .relaxed),
            parked: parked.load(ordering: .relaxed), abandoned: abandoned.load(ordering: .relaxed),
            timedOut: timedOut.load(ordering: .relaxed), handshakes: handshakes.load(ordering: .relaxed),
            handshakeFailures: handshakeFailures.load(ordering: .relaxed), floods: floods.load(ordering: .relaxed))
    }

    func countAccepted() {
        accepted.wrappingAdd(1, ordering: .relaxed)
        open.wrappingAdd(1, ordering: .relaxed)
    }
    func countClosed() { open.wrappingSubtract(1, ordering: .relaxed) }
    func countRefused() { refusedConnections.wrappingAdd(1, ordering: .relaxed) }
    func countParked() { parked.wrappingAdd(1, ordering: .relaxed) }
    func countUnparked() { parked.wrappingSubtract(1, ordering: .relaxed) }
    func countAbandoned() { abandoned.wrappingAdd(1, ordering: .relaxed) }
    func countTimedOut() { timedOut.wrappingAdd(1, ordering: .relaxed) }
    func countHandshake() { handshakes.wrappingAdd(1, ordering: .relaxed) }
    func countFlood() { floods.wrappingAdd(1, ordering: .relaxed) }
    func countHandshakeFailure() { handshakeFailures.wrappingAdd(1, ordering: .relaxed) }
}
