@_spi(Deterministic) import Crypto
import Foundation
import Server
import Storage
import TestSupport

/// What an operator has before the first `serve`: a database that `setup` has filled, a key file, the settings, one
/// relying party.
public final class TestDeployment: Sendable {
    public let database: PostgresDatabase
    public let folder: String
    /// The settings as environment variables; every port is the system's choice.
    public let environment: [String: String]
    public let relyingPartyUUID: String
    public static let secret = "rp_sk_test"

    /// Whether phones must attest, and how.
    public enum Attestation: Sendable {
        case off
        /// Under the authority of `TestAttestation`.
        case required
    }

    public let attestation: Attestation

    public init(
        settings: [String: String] = [:], attestation: Attestation = .off, suites: [Suite] = [.suite1]
    ) throws {
        self.attestation = attestation
        database = try PostgresDatabase()
        folder = NSTemporaryDirectory() + "tamga-server-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        environment = [
            "DATABASE_URL": database.url, "TAMGA_KEK_FILE": folder + "/kek", "TAMGA_REQUIRE_ATTESTATION": "false",
            "TAMGA_KYC_PROVIDER": "dev",
            "TAMGA_LISTEN": "127.0.0.1:0", "TAMGA_ADMIN_LISTEN": "127.0.0.1:0",
            "TAMGA_ATTEMPTS_PER_MINUTE": "100000", "TAMGA_WORKERS": "16", "TAMGA_OPEN_SESSIONS": "1000",
            "TAMGA_PROMPTS_PER_MINUTE": "100000", "TAMGA_SESSIONS_PER_MINUTE": "100000",
            "TAMGA_ENROLMENTS_PER_MINUTE": "100000",
            "TAMGA_MIGRATIONS": PostgresCluster.migrationsFolder,
        ].merging(attestation == .off ? [:] : try TestAttestation.settings(folder: folder)) { $1 }
            .merging(settings) { $1 }
        relyingPartyUUID = UUID().uuidString.lowercased()
        try setUp(suites)
    }

    private func setUp(_ suites: [Suite]) throws {
        let configuration = try configuration()
        _ = try KeyEncryptionKeyFile.createIfAbsent(configuration.keyFile, random: SystemRandom())
        let pool = database.pool()
        defer { pool.close() }
        let stores = Stores(pool: pool)
        try setup(stores).run(suites: suites, nowSeconds: Int64(Date().timeIntervalSince1970)) {
            suite throws(CryptoError) in
            try suite == .suite1 ? SharedParameterSet.suite1() : SharedParameterSet.quick(suite)
        }
        try stores.relyingParties.add(
            id: relyingPartyUUID, name: "Test Bank", secretHash: SHA256.hash(Array(Self.secret.utf8)),
            settings: RelyingPartySettings(vcFormat: "alphaNumeric5"), deadline: StorageDeadline(milliseconds: 5_000))
    }

    private func setup(_ stores: Stores) throws -> Setup {
        Setup(stores: stores, kek: try KeyEncryptionKeyFile.load(configuration().keyFile, random: SystemRandom())) {
            _ in
        }
    }

    /// Offers another parameter set of suite 1, as `tamga setup --rotate-parameters` does.
    public func rotateParameters() throws {
        let pool = database.pool()
        defer { pool.close() }
        try setup(Stores(pool: pool)).rotateParameters(suites: [.suite1]) { suite throws(CryptoError) in
            try SharedParameterSet.quick(suite)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    public func configuration() throws -> ServerConfiguration {
        try ServerConfiguration(Environment(environment), defaultMigrations: PostgresCluster.migrationsFolder)
    }

    /// The relying party as a client of the server at that address.
    /// - Parameter baseURL: with `/v3`
    public func relyingParty(at baseURL: String) -> TestRelyingParty {
        TestRelyingParty(uuid: relyingPartyUUID, secret: Self.secret, baseURL: baseURL)
    }

    /// Runs statements that no store offers: looking into tables, moving time.
    @discardableResult
    public func sql(_ text: String) throws -> [[String?]] { try database.execute(text) }

    /// The first column of the first row as text; nil when there is no row or it is NULL.
    public func value(_ text: String) throws -> String? {
        try sql(text).first.flatMap { $0.first.flatMap { $0 } }
    }

    /// Makes every process but the one that started last look dead, as 15 s of silence would.
    public func forgetDeadOwners() throws {
        try sql(
            """
            UPDATE replica SET heartbeat = heartbeat - interval '1 minute'
            WHERE boot_id <> (SELECT boot_id FROM replica ORDER BY started_at DESC LIMIT 1)
            """)
    }
}

/// One ring-Pedersen set for all tests of a process: safe primes take seconds.
public enum SharedParameterSet {
    private static let made = Result { try PedersenProof.generate(suite: .suite1, random: SystemRandom()) }

    /// A set over primes that are not safe: made at once, and no other party can tell. Only for tests, since the proofs
    /// of a phone against it would prove less.
    public static func quick(_ suite: Suite) throws(CryptoError) -> (RingPedersenParameters, PedersenProof) {
        let key = try PaillierSecretKey.generate(suite, random: SystemRandom())
        return try PedersenProof.make(suite: suite, p: key.p, q: key.q, random: SystemRandom())
    }

    public static func suite1() throws(CryptoError) -> (RingPedersenParameters, PedersenProof) {
        do { return try made.get() } catch { throw CryptoError("PRM_MODULUS", "\(error)") }
    }
}
