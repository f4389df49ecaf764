import Crypto
import Glibc
import Storage
import Wire

/// Which service stands behind which route.
struct Wiring {
    let configuration: ServerConfiguration
    /// Where the API is reached by itself, with TLS if it has that; right once it listens.
    let ownURL: Monitor<String>
    let stores: Stores
    let secrets: ServiceSecrets
    let kek: any KeyEncryptionKey
    let tls: TLSCredentials?
    let compute: ComputePool
    let signing: SigningService
    let waiters: WaiterRegistry
    let signals: SessionSignals
    let bootId: String
    let cleanup: Cleanup
    let limits: RateLimits
    let ended: EndedSessions
    let metrics: Metrics
    let faults: FaultPoints
    let nonces: ChallengeNonce
    /// Nil where attestation is off.
    let gate: AttestationGate?
    /// Nil when nothing is switched on that calls other servers.
    let outgoing: (any OutgoingCaller)?

    var apiConfiguration: HTTPServerConfiguration {
        var http = HTTPServerConfiguration(name: "api", address: configuration.listen)
        http.trustedProxies = configuration.trustedProxies
        http.messageLimits.headerBytes = Limits.attestedHeaderBytes
        http.maximumConnections = configuration.connections
        return http
    }

    /// The same API with TLS; nil without.
    var secureConfiguration: HTTPServerConfiguration? {
        guard let settings = configuration.tls, let tls else { return nil }
        var http = HTTPServerConfiguration(name: "tls", address: settings.listen)
        http.trustedProxies = configuration.trustedProxies
        http.messageLimits.headerBytes = Limits.attestedHeaderBytes
        http.maximumConnections = configuration.connections
        http.tls = tls
        return http
    }

    private var relayAuthentication: RelayAuthentication { RelayAuthentication(key: secrets.relayKey) }

    private var devices: DeviceAuthenticator {
        DeviceAuthenticator(stores: stores, wrongTokens: limits.wrongTokensByAddress)
    }

    /// Everything under `/v3`, and the same without the prefix.
    func apiRoutes() -> [Route] {
        let certificates = CertificateService(
            authority: secrets.issuer, policy: CertificateService.Policy(configuration), metrics: metrics)
        let enrolment = EnrollmentService(
            stores: stores, secrets: secrets, certificates: certificates, kek: kek, compute: compute,
            suites: configuration.suites, bootId: bootId, cleanup: cleanup, integrity: signing.integrity,
            faults: faults)
        let relay = SigningRelay(replicas: stores.replicas, authentication: relayAuthentication)
        var routes: [Route] = []
        routes += ChallengeRoutes(nonces: nonces, limits: limits).routes
        routes += ParametersRoutes(secrets, suites: configuration.suites).routes
        routes += PinsRoutes(core: secrets.core, tls: tls).routes
        routes += EnrollmentRoutes(service: enrolment, limits: limits).routes
        routes += refreshRoutes
        routes += identityRoutes
        routes += sessionRoutes
        routes += SigningRoutes(service: signing, relay: relay, devices: devices).routes
        routes += ReattestRoutes(stores: stores, devices: devices, limits: limits).routes
        routes += pairingRoutes
        routes += OpenAPIRoutes().routes
        return gate?.guarding(routes) ?? routes
    }

    private var refreshRoutes: [Route] {
        let refresh = RefreshService(
            stores: stores, secrets: secrets, kek: kek, compute: compute, suites: configuration.suites, bootId: bootId,
            cleanup: cleanup, integrity: signing.integrity, faults: faults)
        return RefreshRoutes(service: refresh, devices: devices, limits: limits).routes
    }

    private var pairingRoutes: [Route] {
        guard configuration.pairing else { return PairingSwitch.offRoutes }
        let service = PairingService(stores: stores, key: secrets.nonceKey, random: SystemRandom())
        return PairingRoutes(service: service, limits: limits).routes
            + LocalPairingRoutes(service: service, limits: limits).routes
    }

    private var identityRoutes: [Route] {
        let (given, ownURL) = (configuration.publicURL, self.ownURL)
        let identity = IdentityService(
            stores: stores, random: SystemRandom(),
            providers: identityProviders,
            settings: IdentitySettings(publicBaseURL: given ?? ownURL.withLock { $0 }))
        return IdentityRoutes(identity: identity, limits: limits).routes
    }

    private var identityProviders: [KYCMethod: any KYCProvider] {
        if configuration.identityProvider == .dev { return [.dan: DevKYCProvider()] }
        guard let settings = configuration.oidc, let outgoing else { return [:] }
        let failures = metrics.counter(
            "tamga_kyc_failures_total", help: "Runs with the identity provider that failed, by reason.",
            labels: ["reason"])
        let provider = OIDCProvider(
            settings, caller: outgoing, secret: secrets.nonceKey, now: { Int64(time(nil)) },
            report: { failures.add(1, [$0.rawValue]) })
        return [settings.method: provider]
    }

    private var sessionRoutes: [Route] {
        let sessions = SessionService(
            stores: stores, random: SystemRandom(), kek: kek, signals: signals, limits: limits,
            settings: SessionSettings(
                schemeName: configuration.schemeName, deviceLinkBase: configuration.deviceLinkBase,
                acceptsLegacyLinks: configuration.acceptsLegacyLinks, openSessions: configuration.openSessions))
        let poll = LongPoll(registry: waiters)
        let parties = RelyingPartyAuthenticator(
            stores: stores, certificates: configuration.clientCertificates,
            knowsAddresses: configuration.knowsAddresses,
            wrongSecrets: limits.wrongSecretsByAddress)
        return RelyingPartyRoutes(sessions: sessions, parties: parties, poll: poll, ended: ended).routes
            + RelyingPartyCertificateRoutes(sessions: sessions, parties: parties).routes
            + OrganisationRoutes(
                organisations: OrganisationService(stores: stores, sessions: sessions, random: SystemRandom()),
                parties: parties
            ).routes
            + RegisterRoutes(stores: stores, parties: parties).routes
            + MobileSessionRoutes(sessions: sessions, devices: devices, poll: poll).routes
            + DeviceLinkRoutes(sessions: sessions, devices: devices).routes + DeviceLinkPageRoutes().routes
            + DeviceStatusRoutes(stores: stores, devices: devices, limits: limits).routes
    }

    /// What other replicas may pass on to this one.
    func relayedRoutes() -> [Route] {
        let gate = RelayGate(authentication: relayAuthentication, bootId: bootId)
        return SigningRoutes(service: signing, relay: nil, gate: gate, devices: devices).relayedRoutes
    }
}
