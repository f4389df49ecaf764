import Crypto
import Storage
import TestSupport
import Wire

@testable import Server

/// A database with relying parties, a citizen and enrolled phones, and the routes on it as an application serves them.
final class SessionWorld: Sendable {
    struct Unexpected: Error {}

    /// An enrolled phone.
    struct Phone: Sendable {
        let document: String
        let token: String
        /// Serial of the certificate, by slot.
        let serials: [String: String]
    }

    let database: PostgresDatabase
    let stores: Stores
    let registry = WaiterRegistry()
    let published = Published()
    let signals: SessionSignals
    let sessions: SessionService
    let routes: [Route]
    let application: Application
    let citizen: Citizen
    let partyId = SessionWorld.uuid()
    let secret = "rp_sk_" + Base64URL.encode(SystemRandom().bytes(24))

    /// Ids that were handed to the notifier.
    final class Published: Sendable {
        private let monitor = Monitor<[String]>([])
        var ids: [String] { monitor.withLock { $0 } }
        func add(_ more: [String]) { monitor.withLock { $0 += more } }
    }

    static let linkBase = "https://id.example.mn/dl"

    private static func kek() throws(CryptoError) -> LocalKeyEncryptionKey {
        let random = SystemRandom()
        return try LocalKeyEncryptionKey(key: SecretBytes.random(count: 32, from: random), random: random)
    }

    static func uuid() -> String { UUIDText.v4(SystemRandom().bytes(16)) ?? "" }

    init(
        settings: RelyingPartySettings = RelyingPartySettings(), knowsAddresses: Bool = true,
        certificates: any ClientCertificateSource = NoClientCertificates(), lifetimeMilliseconds: Int64 = 120_000,
        acceptsLegacyLinks: Bool = false, providers: [KYCMethod: any KYCProvider] = [.dan: DevKYCProvider()],
        openSessions: Int = 1_000, ended: EndedSessions = EndedSessions { .never },
        limits: RateLimits = RateLimits(promptsPerMinute: 100_000, enrolmentsPerMinute: 100_000)
    ) throws {
        database = try PostgresDatabase()
        stores = Stores(pool: database.pool(capacity: 4))
        signals = SessionSignals(registry: registry) { [published] in published.add($0) }
        sessions = SessionService(
            stores: stores, random: SystemRandom(), kek: try Self.kek(), signals: signals, limits: limits,
            settings: SessionSettings(
                lifetimeMilliseconds: lifetimeMilliseconds, deviceLinkBase: Self.linkBase,
                acceptsLegacyLinks: acceptsLegacyLinks, openSessions: openSessions))
        let poll = LongPoll(registry: registry)
        let identity = IdentityService(
            stores: stores, random: SystemRandom(), providers: providers,
            settings: IdentitySettings(publicBaseURL: "https://id.example.mn"))
        let parties = RelyingPartyAuthenticator(
            stores: stores, certificates: certificates, knowsAddresses: knowsAddresses,
            wrongSecrets: limits.wrongSecretsByAddress)
        let devices = DeviceAuthenticator(stores: stores, wrongTokens: limits.wrongTokensByAddress)
        routes =
            RelyingPartyRoutes(sessions: sessions, parties: parties, poll: poll, ended: ended).routes
            + MobileSessionRoutes(sessions: sessions, devices: devices, poll: poll).routes
            + RelyingPartyCertificateRoutes(sessions: sessions, parties: parties).routes
            + OrganisationRoutes(
                organisations: OrganisationService(stores: stores, sessions: sessions, random: SystemRandom()),
                parties: parties
            ).routes
            + RegisterRoutes(stores: stores, parties: parties).routes
            + DeviceLinkPageRoutes().routes
            + DeviceLinkRoutes(sessions: sessions, devices: devices).routes
            + IdentityRoutes(identity: identity, limits: limits).routes + OpenAPIRoutes().routes
        application = Application(
            router: try Router(prefix: "v3", routes), logger: .silent,
            metrics: Application.RequestMetrics(Metrics()))
        citizen = Citizen(
            id: SessionWorld.uuid(), civilID: "12345678", registrationNumber: "УХ00112233", givenName: "Бат",
            surname: "Дорж", givenNameLatin: "BAT", surnameLatin: "DORJ")
        try stores.citizens.upsert(citizen, deadline: Self.soon())
        try addParty(id: partyId, secret: secret, settings: settings)
    }

    static func soon() -> StorageDeadline { StorageDeadline(milliseconds: 20_000) }

    func addParty(
        id: String, secret: String, settings: RelyingPartySettings = RelyingPartySettings()
    ) throws {
        try stores.relyingParties.add(
            id: id, name: "Дэмо банк", secretHash: SHA256.hash(Array(secret.utf8)), settings: settings,
            deadline: Self.soon())
    }

    func addCitizen(_ civilId: String, _ number: String) throws -> Citizen {
        let citizen = Citizen(
            id: SessionWorld.uuid(), civilID: civilId, registrationNumber: number, givenName: "Анар",
            surname: "Баяр", givenNameLatin: "ANAR", surnameLatin: "BAYAR")
        try stores.citizens.upsert(citizen, deadline: Self.soon())
        return citizen
    }

    /// Enrols a phone. What a certificate or key holds does not matter here, except for its level.
    func enrol(
        _ owner: Citizen? = nil, slots: [String] = ["AUTH", "SIGN"], level: String = "QUALIFIED"
    ) throws -> Phone {
        let owner = owner ?? citizen
        let boot = Self.uuid(), random = SystemRandom(), state = Self.uuid()
        try stores.kyc.create(
            reference: state, provider: "dev", registrationNumber: owner.registrationNumber,
            lifetimeMilliseconds: 600_000,
            deadline: Self.soon())
        guard try stores.kyc.verify(reference: state, citizenId: owner.id, deadline: Self.soon()) else {
            throw Unexpected()
        }
        let now = try stores.pool.now(deadline: Self.soon())
        let new = NewEnrolment(
            id: Self.uuid(), documentNumber: Self.uuid(), kycState: state, citizenId: owner.id, platform: "ios",
            deviceName: "Утас", pushToken: nil, expiresAt: now + 600_000,
            parametersHash: random.bytes(32),
            slots: slots.map { slot in
                EnrolmentSlot(
                    slot: slot, suite: 1, keyId: Self.uuid(), nonceP1: random.bytes(32),
                    commitment: random.bytes(32), nonceP2: random.bytes(32), Q2: random.bytes(65),
                    sealedX2: random.bytes(60))
            })
        try stores.enrolments.create(new, deadline: Self.soon())
        let claim = try stores.enrolments.beginCompletion(
            id: new.id, bodyHash: random.bytes(32), bootId: boot, deadline: Self.soon())
        guard case .claimed = claim else { throw Unexpected() }
        let token = Base64URL.encode(random.bytes(32))
        var serials: [String: String] = [:]
        for slot in new.slots { serials[slot.slot] = Self.uuid() }
        let completion = EnrolmentCompletion(
            enrolmentId: new.id, bootId: boot, tokenHash: SHA256.hash(Array(token.utf8)),
            answerSealed: random.bytes(100), givenNameLatin: owner.givenNameLatin, surnameLatin: owner.surnameLatin,
            slots: new.slots.map { slot in
                CompletedSlot(
                    keyId: slot.keyId, Q: random.bytes(65), Q1: random.bytes(65), N: random.bytes(256),
                    ckey: random.bytes(512), nHash: random.bytes(32), proofHash: random.bytes(32),
                    proofTranscript: random.bytes(100), ssid: [UInt8](repeating: 1, count: 32),
                    parametersHash: [UInt8](repeating: 2, count: 32), sealedX2: random.bytes(60),
                    ratchet: random.bytes(32),
                    certificateSerial: serials[slot.slot] ?? "", certificateDER: [0x30, 0x00], certificateLevel: level,
                    certificateState: .active, notBefore: now - 300_000, notAfter: now + 94_608_000_000)
            })
        guard try stores.enrolments.finish(completion, deadline: Self.soon()) == .finished else { throw Unexpected() }
        return Phone(document: new.documentNumber, token: token, serials: serials)
    }
}
