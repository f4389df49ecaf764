import Crypto
import Glibc
import Storage
import Wire

/// One server process: everything put together, started and stopped.
public final class TamgaServer: Sendable {
    /// What `start` has decided.
    public struct Addresses: Sendable {
        public let api: SocketAddress
        /// The API with TLS; nil without.
        public let tls: SocketAddress?
        public let admin: SocketAddress
        public let relay: SocketAddress
    }

    private let parts: ServerParts
    public let addresses: Addresses

    private init(parts: ServerParts, addresses: Addresses) {
        self.parts = parts
        self.addresses = addresses
    }

    /// Opens the database, loads what `setup` made, listens.
    /// - Parameters:
    ///   - faults: for tests of crashes; a server that serves has none
    /// - Throws: `ConfigurationError` with what to do, or the listener's error.
    public static func start(
        _ configuration: ServerConfiguration, logger: Logger, faults: FaultPoints = .none
    ) throws -> TamgaServer {
        try configuration.requireServable()
        if !configuration.attestation.isRequired {
            logger.log(.warning, "device attestation is off: any client that holds a device token is taken for a phone")
        } else if configuration.attestation.rootFile != nil {
            logger.log(.warning, "attestations end at a root of our own: no phone is needed to make one")
        }
        if configuration.isExposedWithoutTLS {
            logger.log(.warning, "TAMGA_LISTEN offers the service to others without TLS, and no proxy is trusted")
        }
        if configuration.eraFile == nil {
            logger.log(.warning, "TAMGA_ERA_FILE is not set: a restored database is not recognised")
        }
        if configuration.identityProvider == .dev {
            logger.log(.warning, "the development identity provider is on: it takes anybody for any citizen")
        }
        let parts = try ServerParts(configuration, logger: logger, faults: faults)
        do {
            let addresses = try parts.listen()
            parts.begin()
            return TamgaServer(parts: parts, addresses: addresses)
        } catch {
            parts.end(graceMilliseconds: 0)
            throw error
        }
    }

    /// Takes up a renewed certificate of TLS at once; a process without TLS has none.
    public func reloadCertificate() { parts.reloadCertificate() }

    /// What is served under `/v3`.
    var apiRoutes: [Route] { parts.apiRoutes }

    /// Stops gracefully: readiness off, parked polls answer RUNNING, requests under way finish.
    public func stop(graceMilliseconds: Int = Limits.stopGraceMilliseconds) {
        parts.end(graceMilliseconds: graceMilliseconds)
    }
}
