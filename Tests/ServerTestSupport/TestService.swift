import Crypto
import Foundation
import Phone
import Server
import Storage
import TestSupport
import Wire

/// A whole service on a throw-away database, in this process, with one relying party and as many phones as wanted.
public final class TestService {
    public let database: PostgresDatabase
    public let folder: String
    public let relyingParty: TestRelyingParty
    public private(set) var servers: [TamgaServer] = []
    private var settings: [String: String]

    /// - Parameter replicas: processes' worth of servers on the one database
    public init(replicas: Int = 1, settings: [String: String] = [:]) throws {
        database = try PostgresDatabase()
        folder = NSTemporaryDirectory() + "tamga-server-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var environment = [
            "DATABASE_URL": database.url, "TAMGA_KEK_FILE": folder + "/kek", "TAMGA_REQUIRE_ATTESTATION": "false",
            "TAMGA_LISTEN": "127.0.0.1:0", "TAMGA_ADMIN_LISTEN": "127.0.0.1:0",
            "TAMGA_KYC_PROVIDER": "dev", "TAMGA_ATTEMPTS_PER_MINUTE": "100000", "TAMGA_WORKERS": "16",
        ]
        environment.merge(settings) { $1 }
        self.settings = environment
        let configuration = try ServerConfiguration(
            Environment(environment), defaultMigrations: PostgresCluster.migrationsFolder)
        _ = try KeyEncryptionKeyFile.createIfAbsent(configuration.keyFile, random: SystemRandom())
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: SystemRandom())
        let pool = database.pool()
        let stores = Stores(pool: pool)
        try Setup(stores: stores, kek: kek) { _ in }.run(
            suites: [.suite1], nowSeconds: Int64(Date().timeIntervalSince1970)
        ) { _ throws(CryptoError) in try SharedParameterSet.suite1() }
        let secret = "rp_sk_test"
        let party = UUID().uuidString.lowercased()
        try stores.relyingParties.add(
            id: party, name: "Test Bank", secretHash: SHA256.hash(Array(secret.utf8)), vcFormat: "alphaNumeric5",
            deadline: StorageDeadline(milliseconds: 5_000))
        pool.close()
        for _ in 0..<replicas { servers.append(try TamgaServer.start(configuration, logger: .silent)) }
        relyingParty = TestRelyingParty(
            uuid: party, secret: secret, baseURL: "http://\(servers[0].addresses.api)/v3")
    }

    deinit {
        for server in servers { server.stop(graceMilliseconds: 1_000) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    public func baseURL(_ replica: Int = 0) -> String { "http://\(servers[replica].addresses.api)/v3" }

    /// A phone that has enrolled AUTH and SIGN.
    public func enrolledPhone(registrationNumber: String, replica: Int = 0) throws -> TestPhone {
        let phone = try TestPhone(transport: HTTPTransport(baseURL: baseURL(replica)))
        try phone.enrol(registrationNumber: registrationNumber)
        return phone
    }
}

/// One ring-Pedersen set for all tests of a process: safe primes take seconds.
public enum SharedParameterSet {
    private static let made = Result { try PedersenProof.generate(suite: .suite1, random: SystemRandom()) }

    public static func suite1() throws(CryptoError) -> (RingPedersenParameters, PedersenProof) {
        do { return try made.get() } catch { throw CryptoError("PRM_MODULUS", "\(error)") }
    }
}
