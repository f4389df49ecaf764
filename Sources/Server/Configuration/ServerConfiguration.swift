import Crypto
import Wire

/// Everything that an operator may set; see docs/operations.md for the table.
public struct ServerConfiguration: Sendable {
    public var databaseURL: String
    public var listen: SocketAddress
    /// The second listener of the same API, with TLS; nil: none.
    public var tls: TLSSettings?
    public var adminListen: SocketAddress
    public var relayListen: SocketAddress
    /// Where other replicas reach this one's relay listener; nil: the address that it listens on.
    public var relayAdvertise: String?
    /// File with the 32 bytes (raw, or 64 hexadecimal digits) of the key-encryption key.
    public var keyFile: String
    /// File of the era outside of the database; nil: no restore fence.
    public var eraFile: String?
    public var attestation: AttestationSettings
    /// The exchange of receipts for a risk metric; nil: off.
    public var riskMetric: RiskMetricSettings?
    public var trustedProxies: [CIDRBlock]
    /// Connections of each public listener; no setting of its own: `serve` lowers it to what the system permits.
    public var connections = Limits.connections
    /// Header field in which a trusted proxy says which client certificate it has seen; nil: none does.
    public var clientCertificateHeader: String?
    public var workers: Int
    public var databaseConnections: Int
    public var computeThreads: Int
    /// Computes every c3 twice; nil: once.
    public var faultCheck: FaultCheck?
    public var attemptsPerMinute: Int
    /// Running sessions of one relying party for one citizen.
    public var openSessions: Int
    /// Sessions a minute of one relying party for one citizen.
    public var promptsPerMinute: Int
    /// Sessions a minute of one relying party.
    public var sessionsPerMinute: Int
    /// Proofs of identity, and enrolments, a minute from one address.
    public var enrolmentsPerMinute: Int
    /// Which suites new keys may have, the recommended one first.
    public var suites: SuiteChoice
    public var schemeName: String
    public var certificateLevel: CertificateLevel
    public var certificateDays: Int
    public var issuerURL: String?
    public var ocspURL: String?
    public var revocationListURL: String?
    public var migrations: String
    /// Where phones reach this service, without a trailing slash; nil: the listen address.
    public var publicURL: String?
    /// What device links begin with: an https URL without query and fragment.
    public var deviceLinkBase: String
    /// Takes device links without a code.
    public var acceptsLegacyLinks: Bool
    /// Who proves identities. `dev` takes anybody for the citizen whose registration number is given.
    public var identityProvider: IdentityProvider
    /// The provider, when `identityProvider` is `oidc`.
    public var oidc: OIDCSettings?

    /// Whether phones may be paired by a code on the operator's screen.
    public var pairing: Bool

    /// Allows the development identity provider on an address that others can reach.
    public var demo: Bool

    /// The providers of identity proofs that exist.
    public enum IdentityProvider: String, Sendable {
        case none
        case dev
        case oidc
    }

    static let names =
        ownNames + AttestationSettings.names + RiskMetricSettings.names + TLSSettings.names
        + OIDCSettings.names

    private static let ownNames = [
        "TAMGA_LISTEN", "TAMGA_ADMIN_LISTEN", "TAMGA_RELAY_LISTEN", "TAMGA_RELAY_ADVERTISE", "TAMGA_KEK_FILE",
        "TAMGA_TRUSTED_PROXIES", "TAMGA_WORKERS", "TAMGA_DATABASE_CONNECTIONS", "TAMGA_COMPUTE_THREADS",
        "TAMGA_ATTEMPTS_PER_MINUTE", "TAMGA_SCHEME_NAME", "TAMGA_CERTIFICATE_LEVEL", "TAMGA_CERTIFICATE_DAYS",
        "TAMGA_CA_ISSUERS_URL", "TAMGA_OCSP_URL", "TAMGA_CRL_URL", "TAMGA_MIGRATIONS", "TAMGA_KYC_PROVIDER",
        "TAMGA_PUBLIC_URL", "TAMGA_DEMO", "TAMGA_DEVICE_LINK_BASE", "TAMGA_DEVICE_LINK_LEGACY",
        "TAMGA_OPEN_SESSIONS", "TAMGA_PROMPTS_PER_MINUTE", "TAMGA_SESSIONS_PER_MINUTE",
        "TAMGA_ENROLMENTS_PER_MINUTE", "TAMGA_ERA_FILE", "TAMGA_CLIENT_CERT_HEADER", "TAMGA_SUITES",
        "TAMGA_PAIRING", "TAMGA_FAULT_CHECK",
    ]

    public init(_ environment: Environment, defaultMigrations: String) throws(ConfigurationError) {
        try environment.refuseUnknown(Self.names, secrets: [])
        guard let url = try environment.secret("DATABASE_URL") else {
            throw ConfigurationError(
                "DATABASE_URL is not set (postgresql://user@host/database; scripts/postgres starts one)")
        }
        databaseURL = url
        listen = try environment.address("TAMGA_LISTEN", default: "127.0.0.1:8080")
        tls = try TLSSettings.read(environment)
        adminListen = try environment.address("TAMGA_ADMIN_LISTEN", default: "127.0.0.1:8081")
        relayListen = try environment.address("TAMGA_RELAY_LISTEN", default: "127.0.0.1:0")
        relayAdvertise = environment.text("TAMGA_RELAY_ADVERTISE")
        guard let file = environment.text("TAMGA_KEK_FILE") else {
            throw ConfigurationError("TAMGA_KEK_FILE is not set; `tamga setup` creates the file that it names")
        }
        keyFile = file
        eraFile = environment.text("TAMGA_ERA_FILE")
        attestation = try AttestationSettings(environment)
        riskMetric = try RiskMetricSettings.read(environment)
        trustedProxies = try Self.proxies(environment)
        clientCertificateHeader = environment.text("TAMGA_CLIENT_CERT_HEADER")
        workers = try environment.integer("TAMGA_WORKERS", in: 4...256, default: Limits.workerThreads)
        databaseConnections = try environment.integer("TAMGA_DATABASE_CONNECTIONS", in: 2...256, default: 12)
        computeThreads = try environment.integer("TAMGA_COMPUTE_THREADS", in: 1...256, default: ComputePool.cores)
        faultCheck = try environment.flag("TAMGA_FAULT_CHECK", default: false) ? FaultCheck() : nil
        attemptsPerMinute = try environment.integer("TAMGA_ATTEMPTS_PER_MINUTE", in: 1...1_000_000, default: 10)
        openSessions = try environment.integer(
            "TAMGA_OPEN_SESSIONS", in: 1...100_000, default: Limits.openSessionsOfOneParty)
        promptsPerMinute = try environment.integer(
            "TAMGA_PROMPTS_PER_MINUTE", in: 1...1_000_000, default: Limits.promptsPerMinute)
        sessionsPerMinute = try environment.integer(
            "TAMGA_SESSIONS_PER_MINUTE", in: 1...1_000_000, default: Limits.sessionsPerMinute)
        enrolmentsPerMinute = try environment.integer(
            "TAMGA_ENROLMENTS_PER_MINUTE", in: 1...1_000_000, default: Limits.enrolmentsPerMinute)
        guard let suites = SuiteChoice(environment.text("TAMGA_SUITES") ?? "1,2") else {
            throw ConfigurationError("TAMGA_SUITES is no list of 1 and 2, separated by commas")
        }
        self.suites = suites
        schemeName = environment.text("TAMGA_SCHEME_NAME") ?? "smart-id"
        let level = environment.text("TAMGA_CERTIFICATE_LEVEL") ?? CertificateLevel.qualified.rawValue
        guard let certificateLevel = CertificateLevel(rawValue: level) else {
            throw ConfigurationError("TAMGA_CERTIFICATE_LEVEL is none of ADVANCED, QUALIFIED, QSCD")
        }
        self.certificateLevel = certificateLevel
        certificateDays = try environment.integer("TAMGA_CERTIFICATE_DAYS", in: 1...3650, default: 3 * 365)
        issuerURL = environment.text("TAMGA_CA_ISSUERS_URL")
        ocspURL = environment.text("TAMGA_OCSP_URL")
        revocationListURL = environment.text("TAMGA_CRL_URL")
        migrations = environment.text("TAMGA_MIGRATIONS") ?? defaultMigrations
        publicURL = environment.text("TAMGA_PUBLIC_URL")
        deviceLinkBase = try Self.linkBase(environment)
        acceptsLegacyLinks = try environment.flag("TAMGA_DEVICE_LINK_LEGACY", default: false)
        guard let provider = IdentityProvider(rawValue: environment.text("TAMGA_KYC_PROVIDER") ?? "none") else {
            throw ConfigurationError("TAMGA_KYC_PROVIDER is none of none, dev, oidc")
        }
        identityProvider = provider
        oidc = provider == .oidc ? try OIDCSettings(environment) : nil
        guard provider == .oidc || OIDCSettings.names.allSatisfy({ environment.text($0) == nil }) else {
            throw ConfigurationError("a TAMGA_KYC_OIDC_… setting is there and TAMGA_KYC_PROVIDER is not oidc")
        }
        demo = try environment.flag("TAMGA_DEMO", default: false)
        pairing = try environment.flag("TAMGA_PAIRING", default: tls != nil)
        try check()
        try checkListeners()
    }

    /// Clients refuse anything but https, also where nobody ever fetches it.
    private static func linkBase(_ environment: Environment) throws(ConfigurationError) -> String {
        if let base = environment.text("TAMGA_DEVICE_LINK_BASE") {
            guard DeviceLink.isBase(base) else {
                throw ConfigurationError("TAMGA_DEVICE_LINK_BASE is no https URL without query and fragment")
            }
            return base
        }
        let base = (environment.text("TAMGA_PUBLIC_URL") ?? "") + "/dl"
        return DeviceLink.isBase(base) ? base : "https://localhost/dl"
    }

    /// What `serve` asks beyond what each command does.
    /// - Throws: `ConfigurationError` with what to do
    public func requireServable() throws(ConfigurationError) {
        try attestation.requireServable(isTrial: demo || identityProvider == .dev)
        if let tls { try TLSSource.check(tls) }
        _ = try riskMetric?.exchange(for: attestation)
    }

    private static func proxies(_ environment: Environment) throws(ConfigurationError) -> [CIDRBlock] {
        var blocks: [CIDRBlock] = []
        for item in (environment.text("TAMGA_TRUSTED_PROXIES") ?? "").split(separator: ",") {
            guard let block = CIDRBlock(item.trimmingPrefix { $0 == " " }.description) else {
                throw ConfigurationError("TAMGA_TRUSTED_PROXIES holds something that is no CIDR block")
            }
            blocks.append(block)
        }
        return blocks
    }

    /// Whether the address of a client is worth anything (mobile-api.md §8): only neighbours connect, TLS ends here, or
    /// a trusted proxy says who asks. Otherwise whatever stands before the service is what connects.
    public var knowsAddresses: Bool { listen.address.isLoopback || !trustedProxies.isEmpty || tls != nil }

    /// Where client certificates come from.
    var clientCertificates: any ClientCertificateSource {
        guard let field = clientCertificateHeader else { return ConnectionCertificates(or: NoClientCertificates()) }
        return ConnectionCertificates(or: ProxyClientCertificates(field: field, trusted: trustedProxies))
    }

    private func checkCertificateHeader() throws(ConfigurationError) {
        guard let field = clientCertificateHeader else { return }
        guard !trustedProxies.isEmpty else {
            throw ConfigurationError(
                "TAMGA_CLIENT_CERT_HEADER without TAMGA_TRUSTED_PROXIES: nobody could be believed about it")
        }
        let isToken = field.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == 0x2D || byte == 0x5F
        }
        guard isToken else { throw ConfigurationError("TAMGA_CLIENT_CERT_HEADER is no name of a header field") }
    }

    private func check() throws(ConfigurationError) {
        try checkCertificateHeader()
        guard !schemeName.isEmpty, !schemeName.utf8.contains(0x7C) else {
            throw ConfigurationError("TAMGA_SCHEME_NAME must not be empty nor contain |")
        }
        guard identityProvider != .dev || listen.address.isLoopback || demo else {
            throw ConfigurationError(
                "TAMGA_KYC_PROVIDER=dev lets anybody enrol as anybody and TAMGA_LISTEN is not loopback: "
                    + "set TAMGA_DEMO=true if that is wanted")
        }
        let isLocal = listen.address.isLoopback && tls?.listen.address.isLoopback ?? true
        guard identityProvider != .oidc || publicURL.map({ OutgoingURL($0) != nil }) ?? isLocal else {
            throw ConfigurationError(
                "TAMGA_KYC_PROVIDER=oidc needs TAMGA_PUBLIC_URL, an https address: the provider sends browsers there")
        }
        guard databaseConnections <= workers else {
            throw ConfigurationError("TAMGA_DATABASE_CONNECTIONS is larger than TAMGA_WORKERS: the rest is never used")
        }
        guard !["0.0.0.0", "::"].contains(relayListen.address.description) || relayAdvertise != nil else {
            throw ConfigurationError(
                "TAMGA_RELAY_LISTEN is every address: set TAMGA_RELAY_ADVERTISE to where other replicas reach this one")
        }
        guard adminListen.address.isLoopback || adminListen != listen else {
            throw ConfigurationError("TAMGA_ADMIN_LISTEN is the public address")
        }
    }
}
