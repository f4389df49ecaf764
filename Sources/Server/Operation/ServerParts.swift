import Crypto
import Glibc
import Storage
import Wire

/// The pieces of a process in the order in which they depend on each other.
final class ServerParts: Sendable {
    private let configuration: ServerConfiguration
    private let ground: ServerGround
    private let notifier: Notifier
    private let threads: ServerThreads
    private let readiness: Readiness
    private let housekeeping: Housekeeping
    /// On a thread of its own: a slow sweep must not make this process look dead.
    private let heartbeat: Housekeeping
    /// On a thread of its own: it waits for another server. Nil when it is off.
    private let riskMetric: Housekeeping?
    private let listeners: ServerListeners
    private let bootId: String
    private let relayAddress = Monitor("")
    /// Where phones reach the API when the settings do not say.
    private let ownURL: Monitor<String>

    var apiRoutes: [Route] { listeners.apiRoutes }

    init(_ configuration: ServerConfiguration, logger: Logger, faults: FaultPoints) throws {
        self.configuration = configuration
        let random = SystemRandom(), bootId = RandomUUID.make(random)
        self.bootId = bootId
        ownURL = Monitor("http://\(configuration.listen)")
        ground = try ServerGround(configuration, random: random, logger: logger)
        let waiters = WaiterRegistry()
        let notifier = Notifier(settings: ground.settings) { SessionSignals.deliver($0, to: waiters) }
        self.notifier = notifier
        threads = ServerThreads(configuration)
        let signals = SessionSignals(registry: waiters) { notifier.publish($0) }
        let metrics = Metrics(), limits = RateLimits(configuration), ended = EndedSessions(), alerts = Alerts(metrics)
        let cleanup = Cleanup(stores: ground.stores, bootId: bootId, alerts: alerts) { signals.ended(sessions: [$0]) }
        let signing = SigningService(
            stores: ground.stores, core: ground.secrets.core, kek: ground.kek, compute: threads.compute,
            attemptsPerMinute: configuration.attemptsPerMinute, schemeName: configuration.schemeName, bootId: bootId,
            cleanup: cleanup, alerts: alerts, faultCheck: configuration.faultCheck, faults: faults
        ) { signals.ended(sessions: [$0]) }
        Self.measure(signing.vault, cleanup, metrics)

        let judge = try configuration.attestation.judge()
        let nonces = try Self.nonces(ground)
        readiness = Readiness(
            pool: ground.pool, attestation: judge == nil ? "off" : "required",
            identity: configuration.identityProvider.rawValue, fence: ground.fence,
            schemaIsCurrent: ground.schemaIsCurrent)
        let wiring = Wiring(
            configuration: configuration, ownURL: ownURL, stores: ground.stores, secrets: ground.secrets,
            kek: ground.kek, tls: ground.tls?.credentials, compute: threads.compute, signing: signing,
            waiters: waiters, signals: signals, bootId: bootId, cleanup: cleanup, limits: limits, ended: ended,
            metrics: metrics, faults: faults, nonces: nonces,
            gate: judge.map { [stores = ground.stores] in
                AttestationGate(stores: stores, judge: $0, nonces: nonces, limits: limits)
            }, outgoing: try Self.outgoing(configuration))
        listeners = try ServerListeners(
            wiring, fence: ground.fence, threads: threads, readiness: readiness, logger: logger)
        if let tls = ground.tls, let secureAPI = listeners.secureAPI { Self.measure(tls, secureAPI, metrics) }
        let tasks = HousekeepingTasks(
            stores: ground.stores, signing: signing, waiters: waiters, notifier: notifier, signals: signals,
            bootId: bootId, cleanup: cleanup, limits: limits, ended: ended, fence: ground.fence,
            relayAddress: relayAddress, failures: TaskFailures(metrics, logger: logger))
        let revocation = judge?.android.map { Self.following($0.revocation, metrics, logger) } ?? []
        housekeeping = Housekeeping(tasks.sweeps + [Self.following(ground.tls)] + revocation)
        heartbeat = Housekeeping(tasks.heartbeat)
        riskMetric = try Self.riskMetric(configuration, tasks, metrics, logger)
    }

    private static func nonces(_ ground: ServerGround) throws -> ChallengeNonce {
        let era = try ground.stores.eras.current(deadline: StorageDeadline(milliseconds: 5_000))
        return ChallengeNonce(key: ground.secrets.nonceKey, era: era.number)
    }

    private static func measure(_ vault: NonceVault, _ cleanup: Cleanup, _ metrics: Metrics) {
        metrics.gauge("tamga_nonces_held", help: "Nonces of open attempts in this process.") { Double(vault.count) }
        metrics.gauge("tamga_cleanups_waiting", help: "What this process gives up once the database is back.") {
            Double(cleanup.count)
        }
    }

    private static func measure(_ tls: TLSReload, _ server: HTTPServer, _ metrics: Metrics) {
        let counters = server.counters
        metrics.gauge("tamga_tls_certificate_seconds", help: "Until the certificate of TLS ends.") {
            Double(tls.secondsLeft)
        }
        metrics.gauge("tamga_tls_handshakes", help: "TLS handshakes that were completed, since the start.") {
            Double(counters.snapshot.handshakes)
        }
        metrics.gauge("tamga_tls_handshake_failures", help: "TLS handshakes that were not, since the start.") {
            Double(counters.snapshot.handshakeFailures)
        }
        metrics.gauge(
            "tamga_tls_floods", help: "TLS connections cut off for records without content, since the start."
        ) { Double(counters.snapshot.floods) }
    }

    /// Reads the certificate of TLS again when its file has changed.
    private static func following(_ tls: TLSReload?) -> Housekeeping.Task {
        Housekeeping.Task(everyMilliseconds: Limits.certificateCheckMilliseconds) { tls?.check() }
    }

    /// Reads the list of revoked Android keys again when its file has changed.
    private static func following(
        _ source: AndroidRevocationSource, _ metrics: Metrics, _ logger: Logger
    ) -> [Housekeeping.Task] {
        metrics.gauge(
            "tamga_android_revocation_seconds", help: "Until the list of revoked Android keys is too old."
        ) { Double(source.secondsLeft) }
        return [
            Housekeeping.Task(everyMilliseconds: Limits.androidRevocationCheckMilliseconds) {
                let left: LogField = .seconds("valid", Int(clamping: source.secondsLeft))
                do throws(ConfigurationError) {
                    guard try source.refresh() else { return }
                    logger.log(.info, "loaded the list of revoked Android keys", [left])
                } catch {
                    logger.log(.warning, "the list of revoked Android keys does not load; the former one stays", [left])
                }
            }
        ]
    }

    func reloadCertificate() { ground.tls?.reload() }

    private static func outgoing(_ configuration: ServerConfiguration) throws -> (any OutgoingCaller)? {
        guard configuration.oidc != nil else { return nil }
        return try client(for: "TAMGA_KYC_PROVIDER=oidc")
    }

    private static func client(for setting: String) throws(ConfigurationError) -> any OutgoingCaller {
        do throws(OutgoingError) { return try OutgoingClient() } catch {
            throw ConfigurationError(
                "\(setting) needs libcurl (Debian: libcurl4), and none of "
                    + CurlLibrary.names.joined(separator: ", ") + " can be loaded")
        }
    }

    /// With a client of its own: it takes no call away from those that citizens wait for.
    private static func riskMetric(
        _ configuration: ServerConfiguration, _ tasks: HousekeepingTasks, _ metrics: Metrics, _ logger: Logger
    ) throws -> Housekeeping? {
        guard let exchange = try configuration.riskMetric?.exchange(for: configuration.attestation) else { return nil }
        let task = RiskMetricTask(
            stores: tasks.stores, exchange: exchange, caller: try client(for: "TAMGA_RISK_METRIC_KEY_FILE"),
            metrics: metrics, logger: logger)
        return Housekeeping([
            tasks.task("risk metric", Limits.riskIntervalMilliseconds) { () throws(StorageError) in try task.turn() }
        ])
    }

    /// Opens the listeners, the internal one first: its address is what other replicas are told.
    func listen() throws -> TamgaServer.Addresses {
        try listeners.relay.start()
        try listeners.admin.start()
        guard let relay = listeners.relay.boundAddress, let admin = listeners.admin.boundAddress else {
            throw ConfigurationError("a listener closed at once")
        }
        // Known to the others before the first attempt of this process exists.
        let advertised = configuration.relayAdvertise ?? relay.description
        relayAddress.withLock { $0 = advertised }
        try ground.stores.replicas.heartbeat(
            bootId: bootId, address: advertised, deadline: StorageDeadline(milliseconds: 2_000))
        try listeners.api.start()
        try listeners.secureAPI?.start()
        guard let api = listeners.api.boundAddress else { throw ConfigurationError("a listener closed at once") }
        let secure = listeners.secureAPI?.boundAddress
        ownURL.withLock { $0 = secure.map { "https://\($0)" } ?? "http://\(api)" }
        return TamgaServer.Addresses(api: api, tls: secure, admin: admin, relay: relay)
    }

    /// Becomes part of the service.
    func begin() {
        _ = notifier.start()
        heartbeat.start()
        housekeeping.start()
        riskMetric?.start()
        readiness.set(true)
    }

    func end(graceMilliseconds: Int) {
        readiness.set(false)
        let open = [listeners.api] + (listeners.secureAPI.map { [$0] } ?? [])
        HTTPServer.stop(open, graceMilliseconds: graceMilliseconds)
        listeners.relay.stop(graceMilliseconds: 1_000)
        housekeeping.stop()
        riskMetric?.stop()
        heartbeat.stop()
        _ = try? ground.stores.replicas.leave(bootId: bootId, deadline: StorageDeadline(milliseconds: 1_000))
        listeners.admin.stop(graceMilliseconds: 500)
        threads.stop()
        notifier.stop()
        ground.pool.close()
    }
}
