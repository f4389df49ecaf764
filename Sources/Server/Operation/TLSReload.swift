import Crypto
import Glibc
import Synchronization

/// Follows the certificate of TLS while the process runs: when its file (or row) has changed, and when it is told to
/// (SIGHUP). What does not load changes nothing: the former certificate stays, and the log says so.
final class TLSReload: Sendable {
    let credentials: TLSCredentials
    private let source: TLSSource
    private let version: Mutex<[UInt8]>
    private let logger: Logger

    /// Days before the end of a certificate from which every load warns.
    private static let warningDays: Int64 = 14

    /// - Throws: when there is nothing to begin with
    init(_ source: TLSSource, logger: Logger) throws {
        self.source = source
        self.logger = logger
        // First the version: what is replaced in between is loaded again, not missed.
        version = Mutex(try source.version())
        credentials = TLSCredentials(try source.load())
        warn(credentials.current)
    }

    /// Looks for a change; for the background.
    func check() {
        do {
            let found = try source.version()
            guard found != version.withLock({ $0 }) else { return }
            try load(found)
        } catch {
            logger.log(.warning, "the TLS certificate has changed and does not load; the former one stays")
        }
    }

    /// Loads it again, changed or not.
    func reload() {
        do { try load(source.version()) } catch {
            logger.log(.warning, "the TLS certificate does not load; the former one stays")
        }
    }

    /// Seconds until the present certificate ends; negative afterwards.
    var secondsLeft: Int64 { credentials.current.identity.notAfter - Int64(Glibc.time(nil)) }

    private func load(_ found: [UInt8]) throws {
        let context = try source.load()
        credentials.replace(context)
        version.withLock { $0 = found }
        logger.log(.info, "loaded the TLS certificate", [.seconds("valid", Int(clamping: secondsLeft))])
        warn(context)
    }

    private func warn(_ context: TLSContext) {
        guard secondsLeft < Self.warningDays * 86_400 else { return }
        logger.log(.warning, "the TLS certificate ends soon", [.seconds("valid", Int(clamping: secondsLeft))])
    }
}
