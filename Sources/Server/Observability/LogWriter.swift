import Glibc

/// Writes log lines to a descriptor from a thread of its own. Event loops log too, and a reader of standard output that
/// falls behind must stop neither them nor the workers: lines beyond the bound are dropped, and a line says how many.
public final class LogWriter: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var dropped = 0
        var stopping = false
    }

    private let monitor = Monitor(State())
    private let thread: Monitor<OSThread?>

    /// - Parameter descriptor: stays open and belongs to the caller; 1 is standard output.
    public init(descriptor: Int32 = 1) {
        thread = Monitor(nil)
        let monitor = self.monitor
        let started = OSThread.start(name: "log") { Self.work(monitor, descriptor) }
        thread.withLock { $0 = started }
    }

    deinit {
        monitor.withLock { $0.stopping = true }
        monitor.broadcast()
    }

    /// For `Logger(sink:)`.
    public var sink: Logger.Sink {
        { [self] line in
            let mustWake = monitor.withLock { state in
                guard state.lines.count < Limits.queuedLogLines else {
                    state.dropped += 1
                    return false
                }
                state.lines.append(line)
                // Behind other lines it is taken with them: the writer sleeps only when there is none.
                return state.lines.count == 1
            }
            if mustWake { monitor.signal() }
        }
    }

    /// Writes what is queued and ends. Call it last.
    public func stop() {
        monitor.withLock { $0.stopping = true }
        monitor.broadcast()
        thread.withLock { $0 }?.join()
    }

    private static func work(_ monitor: Monitor<State>, _ descriptor: Int32) {
        // A closed reader then is an error of `write` and not the end of the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            let batch: (lines: [[UInt8]], dropped: Int)? = monitor.wait { state in
                guard !state.lines.isEmpty || state.stopping else { return nil }
                defer { (state.lines, state.dropped) = ([], 0) }
                return (state.lines, state.dropped)
            }
            guard let batch, !batch.lines.isEmpty else { return }
            write(batch.lines.flatMap { $0 }, to: descriptor)
            if batch.dropped > 0 {
                let report = Logger(threshold: .warning) { write($0, to: descriptor) }
                report.log(.warning, "log lines dropped", [.count("lines", batch.dropped)])
            }
        }
    }

    /// A closed descriptor is ignored: a server must not die of its log.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.write(descriptor, raw.baseAddress.map { $0 + offset }, bytes.count - offset)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            offset += count
        }
    }
}
