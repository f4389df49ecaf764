import Crypto
import Storage

/// What every other part stands on: the database with its schema, the keys, and what must hold before a process starts.
struct ServerGround: Sendable {
    let settings: ConnectionSettings
    let pool: Pool
    let stores: Stores
    let kek: any KeyEncryptionKey
    let secrets: ServiceSecrets
    /// Nil when TLS is off.
    let tls: TLSReload?
    /// Nil when there is no era file.
    let fence: RestoreFence?
    /// Asked for readiness.
    let schemaIsCurrent: @Sendable () -> Bool

    /// - Throws: when the schema is another, a relying party is known by an address that cannot be believed, or a key
    ///   does not load
    init(_ configuration: ServerConfiguration, random: any RandomSource, logger: Logger) throws {
        settings = ConnectionSettings(url: configuration.databaseURL)
        pool = Pool(settings: settings, capacity: configuration.databaseConnections)
        let stores = Stores(pool: pool)
        let migrator = try Migrator(settings: settings, folder: configuration.migrations)
        try Self.requireCurrent(migrator, pool)
        try Self.requireKnownAddresses(configuration, stores)
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: random)
        secrets = try ServiceSecrets.load(stores, kek: kek)
        tls = try configuration.tls.map {
            try TLSReload(TLSSource(settings: $0, stores: stores, kek: kek), logger: logger)
        }
        fence = try configuration.eraFile.map { try RestoreFence(stores: stores, file: EraFile(path: $0)) }
        schemaIsCurrent = Self.schemaCheck(migrator, pool)
        self.stores = stores
        self.kek = kek
    }

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

    private static func schemaCheck(_ migrator: Migrator, _ pool: Pool) -> @Sendable () -> Bool {
        {
            let state = try? migrator.schemaState(pool: pool, deadline: StorageDeadline(milliseconds: 1_000))
            if case .current? = state { return true }
            return false
        }
    }
}
