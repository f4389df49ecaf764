import Crypto
import Glibc
import Storage
import Wire

/// The pieces of a process in the order in which they depend on each other.
final class ServerParts: Sendable {
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let pool: Pool
    private let stores: Stores
    private let notifier: Notifier
    private let waiters: WaiterRegistry
    private let workers: WorkerPool
    private let adminWorkers: WorkerPool
    /// Apart from `workers`: two replicas that wait for each other with all of those would wait until the deadline.
    private let relayWorkers: WorkerPool
    private let compute: ComputePool
    private let signing: SigningService
    private let readiness: Readiness
    private let housekeeping: Housekeeping
    /// On a thread of its own: a slow sweep must not make this process look dead.
    private let heartbeat: Housekeeping
    /// On a thread of its own: it waits for another server. Nil when it is off.
    private let riskMetric: Housekeeping?
    private let api: HTTPServer
    /// The same API with TLS.
    private let secureAPI: HTTPServer?
    private let tls: TLSReload?
    let apiRoutes: [Route]
    private let admin: HTTPServer
    private let relay: HTTPServer
    private let bootId: String
    private let relayAddress = Monitor("")
    /// Where phones reach the API when the settings do not say.
    private let ownURL: Monitor<String>

    init(_ configuration: ServerConfiguration, logger: Logger, faults: FaultPoints) throws {
        self.configuration = configuration
        let ownURL = Monitor("http://\(configuration.listen)")
        self.ownURL = ownURL
        self.logger = logger
        let random = SystemRandom()
        let bootId = RandomUUID.make(random)
        self.bootId = bootId
        let settings = ConnectionSettings(url: configuration.databaseURL)
        pool = Pool(settings: settings, capacity: configuration.databaseConnections)
        stores = Stores(pool: pool)
        let migrator = try Migrator(settings: settings, folder: configuration.migrations)
        try Self.requireCurrent(migrator, pool)
        try Self.requireKnownAddresses(configuration, stores)
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: random)
        let secrets = try ServiceSecrets.load(stores, kek: kek)
        let stores = self.stores
        let tls = try configuration.tls.map {
            try TLSReload(TLSSource(settings: $0, stores: stores, kek: kek), logger: logger)
        }
        self.tls = tls
        let fence = try configuration.eraFile.map { try RestoreFence(stores: stores, file: EraFile(path: $0)) }

        let waiters = WaiterRegistry()
        self.waiters = waiters
        let notifier = Notifier(settings: settings) { SessionSignals.deliver($0, to: waiters) }
        self.notifier = notifier
        workers = WorkerPool(threads: configuration.workers)
        adminWorkers = WorkerPool(threads: 2, name: "admin")
        relayWorkers = WorkerPool(threads: Limits.relayWorkerThreads, name: "relay")
        compute = ComputePool(threads: configuration.computeThreads)
        let signals = SessionSignals(registry: waiters) { notifier.publish($0) }
        let metrics = Metrics()
        let limits = RateLimits(configuration)
        let ended = EndedSessions()
        let cleanup = Cleanup(stores: stores, bootId: bootId) { signals.ended(sessions: [$0]) }
        signing = SigningService(
            stores: stores, core: secrets.core, kek: kek, compute: compute,
            attemptsPerMinute: configuration.attemptsPerMinute, schemeName: configuration.schemeName, bootId: bootId,
            cleanup: cleanup, alerts: Alerts(metrics), faultCheck: configuration.faultCheck, faults: faults
        ) { signals.ended(sessions: [$0]) }
        let vault = signing.vault
        metrics.gauge("tamga_nonces_held", help: "Nonces of open attempts in this process.") { Double(vault.count) }
        metrics.gauge("tamga_cleanups_waiting", help: "What this process gives up once the database is back.") {
            Double(cleanup.count)
        }

        let pool = self.pool
        let judge = try configuration.attestation.judge()
        let era = try stores.eras.current(deadline: StorageDeadline(milliseconds: 5_000))
        let nonces = ChallengeNonce(key: secrets.nonceKey, era: era.number)
        let gate = judge.map { AttestationGate(stores: stores, judge: $0, nonces: nonces, limits: limits) }
        let currentPool = Self.schemaCheck(migrator, pool)
        readiness = Readiness(
            pool: pool, attestation: judge == nil ? "off" : "required",
            identity: configuration.identityProvider.rawValue, fence: fence, schemaIsCurrent: currentPool)
        let wiring = Wiring(
            configuration: configuration, ownURL: ownURL, stores: stores, secrets: secrets, kek: kek,
            tls: tls?.credentials, compute: compute,
            signing: signing, waiters: waiters, signals: signals, bootId: bootId,
            cleanup: cleanup, limits: limits, ended: ended, metrics: metrics, faults: faults, nonces: nonces,
            gate: gate,
            outgoing: try Self.outgoing(configuration))
        let requests = Application.RequestMetrics(metrics)
        apiRoutes = fence?.guarding(wiring.apiRoutes()) ?? wiring.apiRoutes()
        let apiRouter = try Router(prefix: "v3", apiRoutes)
        let relayedRoutes = fence?.guarding(wiring.relayedRoutes()) ?? wiring.relayedRoutes()
        let application = Application(router: apiRouter, logger: logger, metrics: requests)
        api = HTTPServer(wiring.apiConfiguration, handler: application, workers: workers)
        secureAPI = wiring.secureConfiguration.map { [workers] in
            HTTPServer($0, handler: application, workers: workers)
        }
        if let tls, let secureAPI { Self.measure(tls, secureAPI, metrics) }
        relay = HTTPServer(
            HTTPServerConfiguration(name: "relay", address: configuration.relayListen),
            handler: Application(router: try Router(prefix: "v3", relayedRoutes), logger: logger, metrics: requests),
            workers: relayWorkers)
        admin = HTTPServer(
            HTTPServerConfiguration(name: "admin", address: configuration.adminListen),
            handler: Application(
                router: try Router(AdminRoutes(readiness: readiness, metrics: metrics).routes),
                logger: Logger.silent, metrics: requests), workers: adminWorkers)
        let tasks = HousekeepingTasks(
            stores: stores, signing: signing, waiters: waiters, notifier: notifier, signals: signals, bootId: bootId,
            cleanup: cleanup, limits: limits, ended: ended, fence: fence, relayAddress: relayAddress,
            failures: TaskFailures(metrics, logger: logger))
        let certificates = Housekeeping.Task(everyMilliseconds: Limits.certificateCheckMilliseconds) { tls?.check() }
        let revocation = judge?.android.map { Self.following($0.revocation, metrics, logger) } ?? []
        housekeeping = Housekeeping(tasks.sweeps + [certificates] + revocation)
        heartbeat = Housekeeping(tasks.heartbeat)
        riskMetric = try Self.riskMetric(configuration, tasks, metrics, logger)
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

    func reloadCertificate() { tls?.reload() }

    private static func requireCurrent(_ migrator: Migrator, _ pool: Pool) throws {
        let state: SchemaState
        do throws(StorageError) {
            state = try migrator.schemaState(pool: pool, deadline: StorageDeadline(milliseconds: 5_000))
        } catch {
            throw ConfigurationError("the database does not answer: \(error)")
        }
        guard case .current = state else {
            throw ConfigurationError("the schema is \(state): run `tamga migrate` with this version")
        }
    }

    /// A relying party that needs no secret must not be anybody who reaches the listener (mobile-api.md §8).
    private static func requireKnownAddresses(_ configuration: ServerConfiguration, _ stores: Stores) throws {
        guard !configuration.knowsAddresses else { return }
        let parties = try stores.relyingParties.list(deadline: StorageDeadline(milliseconds: 5_000))
        guard let party = parties.first(where: { $0.isEnabled && $0.settings.allowsAddressAuth }) else { return }
        throw ConfigurationError(
            "relying party \(party.id) is known by its address, and TAMGA_LISTEN is public without TAMGA_TRUSTED_PROXIES: "
                + "name the proxy, or `tamga rp set \(party.id) --no-ip-auth`")
    }

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

    private static func schemaCheck(_ migrator: Migrator, _ pool: Pool) -> @Sendable () -> Bool {
        {
            let state = try? migrator.schemaState(pool: pool, deadline: StorageDeadline(milliseconds: 1_000))
            if case .current? = state { return true }
            return false
        }
    }

    /// Opens the listeners, the internal one first: its address is what other replicas are told.
    func listen() throws -> TamgaServer.Addresses {
        try relay.start()
        try admin.start()
        guard let relay = relay.boundAddress, let admin = admin.boundAddress else {
            throw ConfigurationError("a listener closed at once")
        }
        // Known to the others before the first attempt of this process exists.
        let advertised = configuration.relayAdvertise ?? relay.description
        relayAddress.withLock { $0 = advertised }
        try stores.replicas.heartbeat(
            bootId: bootId, address: advertised, deadline: StorageDeadline(milliseconds: 2_000))
        try api.start()
        try secureAPI?.start()
        guard let api = api.boundAddress else { throw ConfigurationError("a listener closed at once") }
        let secure = secureAPI?.boundAddress
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
        HTTPServer.stop([api] + (secureAPI.map { [$0] } ?? []), graceMilliseconds: graceMilliseconds)
        relay.stop(graceMilliseconds: 1_000)
        housekeeping.stop()
        riskMetric?.stop()
        heartbeat.stop()
        _ = try? stores.replicas.leave(bootId: bootId, deadline: StorageDeadline(milliseconds: 1_000))
        admin.stop(graceMilliseconds: 500)
        compute.stop()
        workers.stop()
        relayWorkers.stop()
        adminWorkers.stop()
        notifier.stop()
        pool.close()
    }
}
