import Crypto
import Foundation
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// A database that has gone back: recognised, acknowledged, served from again.
@Suite("Restore fence")
struct RestoreFenceTests {
    private typealias Finding = RestoreFence.Finding

    @Test(
        "the two eras agree, or the start is refused",
        arguments: [
            (Era(number: 1, mark: 0), nil, "new"), (Era(number: 1, mark: 7), nil, "fileMissing"),
            (Era(number: 1, mark: 7), Era(number: 1, mark: 7), "agrees"),
            (Era(number: 1, mark: 9), Era(number: 1, mark: 7), "agrees"),
            (Era(number: 1, mark: 6), Era(number: 1, mark: 7), "wentBack"),
            (Era(number: 1, mark: 9), Era(number: 2, mark: 7), "wentBack"),
            (Era(number: 2, mark: 8), Era(number: 1, mark: 7), "fileBehind"),
        ])
    func comparison(database: Era, outside: Era?, finding: String) {
        #expect("\(RestoreFence.compare(database: database, outside: outside))" == finding)
    }

    @Test("an era file holds two numbers, or is refused")
    func file() throws {
        let path = NSTemporaryDirectory() + "era-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = EraFile(path: path)
        #expect(try file.read() == nil)
        for era in [Era(number: 1, mark: 0), Era(number: 3, mark: 99)] {
            try file.write(era)
            #expect(try file.read() == era)
        }
        for text in ["", "1", "0 1", "1 -1", "1 2 3", "a b"] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(throws: ConfigurationError.self) { try file.read() }
        }
    }

    @Test("a restored database is refused until it is acknowledged; then a phone that is ahead signs, once unmatched")
    func restore() throws {
        let deployment = try TestDeployment(settings: ["TAMGA_ERA_FILE": NSTemporaryDirectory() + UUID().uuidString])
        let file = EraFile(path: try #require(try deployment.configuration().eraFile))
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        let configuration = try deployment.configuration()
        var server = try TamgaServer.start(configuration, logger: .silent)
        let phone = try TestPhone(transport: HTTPTransport(baseURL: "http://\(server.addresses.api)/v3"))
        try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
        try Self.sign(deployment, server, phone)
        try deployment.sql(
            "CREATE TABLE backup_key AS SELECT * FROM key_share; CREATE TABLE backup_era AS SELECT * FROM era")
        try Self.sign(deployment, server, phone)
        // Begun after the backup, and open in whatever comes back.
        let other = try TestPhone(copying: phone)
        _ = try other.stopRefresh(
            .signature, before: "/refresh/complete", authCode: other.verified("УХ00112233"))
        let open = try deployment.relyingParty(at: "http://\(server.addresses.api)/v3")
            .sign(digest: SHA256.hash([1]), document: phone.documentNumber)
        server.stop(graceMilliseconds: 500)
        server = try TamgaServer.start(configuration, logger: .silent)
        server.stop(graceMilliseconds: 500)

        // The backup comes back: ratchet, counter and era are those of then.
        try deployment.sql(
            """
            UPDATE key_share k SET ratchet = b.ratchet, sign_counter = b.sign_counter FROM backup_key b
            WHERE b.key_id = k.key_id;
            UPDATE era SET mark = b.mark FROM backup_era b
            """)
        let refused = try #require(throws: ConfigurationError.self) {
            try TamgaServer.start(configuration, logger: .silent)
        }
        #expect(refused.description.contains("tamga restore acknowledge"))

        let pool = deployment.database.pool(capacity: 2)
        defer { pool.close() }
        let before = try deployment.value("SELECT sign_counter FROM key_share").flatMap { Int64($0) } ?? 0
        let outcome = try Stores(pool: pool).eras.acknowledge(
            outside: try file.read(), OperatorAct(by: "test", reason: "restored"),
            deadline: StorageDeadline(milliseconds: 5_000))
        try file.write(outcome.era)
        #expect(outcome.era.number == 2)
        #expect(outcome.reseededKeys == 1)
        #expect(outcome.failedRefreshes == 1)
        let told = "SELECT detail->>'reason' FROM audit_entry WHERE kind = 'refresh.failed'"
        #expect(try deployment.sql(told) == [["RESTORED"]])
        let counted = "SELECT detail->>'refreshes' FROM audit_entry WHERE kind = 'restore.acknowledged'"
        #expect(try deployment.value(counted) == "1")
        #expect(try deployment.value("SELECT end_detail FROM rp_session WHERE id = '\(open)'") == "RESTORED")
        #expect(try deployment.value("SELECT sign_counter FROM key_share").flatMap { Int64($0) } == before + 1 << 32)

        server = try TamgaServer.start(configuration, logger: .silent)
        defer { server.stop(graceMilliseconds: 500) }
        let again = try TestPhone(
            copying: phone, transport: HTTPTransport(baseURL: "http://\(server.addresses.api)/v3"))
        let copy = try TestPhone(copying: again)
        try Self.sign(deployment, server, again)
        #expect(try deployment.value("SELECT count(*) FROM audit_entry WHERE kind = 'key.reseeded'") == "1")
        #expect(try deployment.value("SELECT reseed FROM key_share") == "f")
        try Self.sign(deployment, server, again)
        // Nothing else seeds: a second one that nobody knows, in this era, is the other of two phones.
        #expect(throws: PhoneError.self) { try Self.sign(deployment, server, copy) }
        #expect(try deployment.value("SELECT state FROM key_share") == "SUSPENDED")
    }

    /// A mark without a file would be taken for a database of another host at the next start.
    @Test("a file that cannot be written leaves the mark as it was; a database that went back shuts the fence")
    func fence() throws {
        let deployment = try TestDeployment()
        let pool = deployment.database.pool(capacity: 2)
        defer { pool.close() }
        let stores = Stores(pool: pool)
        #expect(throws: ConfigurationError.self) {
            try RestoreFence(stores: stores, file: EraFile(path: "/nonexistent/era"))
        }
        #expect(try deployment.value("SELECT mark FROM era") == "0")
        let path = NSTemporaryDirectory() + "era-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let fence = try RestoreFence(stores: stores, file: EraFile(path: path))
        let readiness = Readiness(pool: pool, attestation: "off", identity: "none", fence: fence) { true }
        readiness.set(true)
        try fence.advance()
        #expect(readiness.report().status == 200)
        try deployment.sql("UPDATE era SET mark = 0")
        #expect(throws: StorageError.self) { try fence.advance() }
        #expect(fence.isShut && readiness.report().status == 503)
    }

    @Test("setup leaves a database alone that was sealed under another key")
    func anotherKey() throws {
        let deployment = try TestDeployment()
        let pool = deployment.database.pool(capacity: 2)
        defer { pool.close() }
        let stores = Stores(pool: pool), random = SystemRandom()
        #expect(try Setup.isDone(stores))
        let other = try LocalKeyEncryptionKey(key: SecretBytes.random(count: 32, from: random), random: random)
        #expect(throws: ConfigurationError.self) {
            try Setup(stores: stores, kek: other) { _ in }.run(suites: [], nowSeconds: 0)
        }
    }

    private static func sign(_ deployment: TestDeployment, _ server: TamgaServer, _ phone: TestPhone) throws {
        let party = deployment.relyingParty(at: "http://\(server.addresses.api)/v3")
        let digest = SHA256.hash(Array(UUID().uuidString.utf8))
        let session = try party.sign(digest: digest, document: phone.documentNumber)
        try phone.approve(session)
        #expect(try party.hasValidSignature(session, digest: digest))
    }
}
