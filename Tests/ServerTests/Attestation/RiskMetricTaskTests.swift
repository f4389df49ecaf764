import Foundation
import Phone
import ServerTestSupport
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Crypto
@testable import Server

/// Receipts are exchanged with a real server on this machine.
@Suite(
    "Exchange of receipts", .serialized,
    .enabled(if: CurlLibrary(CurlLibrary.names) != nil, "libcurl is not installed (Debian: libcurl4)"))
struct RiskMetricTaskTests {
    private static let shared = Mutex<World?>(nil)

    private static func withWorld(_ body: (World) throws -> Void) throws {
        try shared.withLock { shared in
            let world = try shared ?? World()
            shared = world
            try world.deployment.sql("UPDATE attested_key SET receipt_due = NULL, receipt_ended = NULL")
            try body(world)
        }
    }

    /// A service with one enrolled phone, whose document further attested keys are bound to.
    private final class World {
        let files: Files
        let apple: ReceiptService
        let service: TestService
        let document: String
        let pool: Pool
        let team = Result { try P256SigningKey.generate(random: SystemRandom()) }

        final class Files {
            let folder = NSTemporaryDirectory() + "risk-" + UUID().uuidString
            init() throws {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            deinit { try? FileManager.default.removeItem(atPath: folder) }
        }

        init() throws {
            files = try Files()
            apple = try ReceiptService()
            service = try TestService(attestation: .required)
            document = try service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly).documentNumber
            pool = service.deployment.database.pool(capacity: 4)
            let pkcs8 = try team.get().pkcs8()
            let body = pkcs8.withUnsafeBytes { Base64.encode(Array($0)) }
            try "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n".write(
                toFile: keyFile, atomically: true, encoding: .utf8)
        }

        deinit { pool.close() }

        var deployment: TestDeployment { service.deployment }
        var stores: Stores { Stores(pool: pool) }
        var keyFile: String { files.folder + "/key.p8" }

        var settings: [String: String] {
            [
                "TAMGA_RISK_METRIC_KEY_FILE": keyFile, "TAMGA_RISK_METRIC_KEY_ID": "ABC123DEFG",
                "TAMGA_RISK_METRIC_TEAM_ID": "TESTTEAM01", "TAMGA_RISK_METRIC_URL": apple.url,
            ]
        }

        func configuration(_ settings: [String: String]? = nil) throws -> ServerConfiguration {
            try ServerConfiguration(
                Environment(deployment.environment.merging(settings ?? self.settings) { $1 }),
                defaultMigrations: PostgresCluster.migrationsFolder)
        }

        func task() throws -> RiskMetricTask {
            let configuration = try configuration()
            return RiskMetricTask(
                stores: stores,
                exchange: try #require(try configuration.riskMetric?.exchange(for: configuration.attestation)),
                caller: try OutgoingClient(), metrics: Metrics(), logger: .silent)
        }

        /// Another attested key of the document, whose receipt is due.
        func key() throws -> [UInt8] {
            let hardware = try TestAttestation.hardware()
            let id = try hardware.makeKey().id
            let hash = SHA256.hash(id)
            let judge = try #require(try deployment.configuration().attestation.judge())
            let key = try judge.attested(
                hardware.attest(clientDataHash: hash), keyId: id, over: hash, now: ReceiptService.now)
            _ = try stores.attestedKeys.register(
                key, NonceSpending(nonce: UUID().uuidString, expiresAt: (ReceiptService.now + 60) * 1_000),
                deadline: StorageDeadline(milliseconds: 5_000))
            try deployment.sql(
                """
                UPDATE attested_key SET document_number = '\(document)', bound_at = now()
                WHERE \(Self.isKey(id))
                """)
            return id
        }

        static func isKey(_ id: [UInt8]) -> String { "key_id = '\\x\(Hex.encode(id))'" }

        /// Columns of a key as text.
        func row(_ id: [UInt8], _ columns: String) throws -> String? {
            try deployment.value("SELECT \(columns) FROM attested_key WHERE \(Self.isKey(id))")
        }

        /// Seconds from now until a receipt is due; nil for never.
        func due(_ id: [UInt8]) throws -> Int64? {
            try row(id, "round(extract(epoch FROM receipt_due - now()))::bigint::text").flatMap { Int64($0) }
        }
    }

    @Test("a newer receipt is stored with its metric and date, and is not asked for again before its time")
    func replaced() throws {
        try Self.withWorld { world in
            let id = try world.key()
            let before = try world.row(id, "encode(receipt, 'base64')")?.replacing("\n", with: "")
            world.apple.answers { receipt in (try? ReceiptService.renewed(receipt)) ?? text(500, "") }
            let task = try world.task()
            try task.turn()
            let request = try #require(world.apple.requests.first)
            #expect(request.method == "POST" && request.target == "/v1/attestationData")
            #expect(String(decoding: request.body, as: UTF8.self) == before)
            let token = try #require(request.headers["Authorization"]).split(separator: ".").map(String.init)
            try #require(token.count == 3)
            let signature = try #require(Base64URL.decode(token[2]))
            try #require(signature.count == 64)
            let isValid = ECDSA.isValid(
                r: Array(signature[..<32]), s: Array(signature[32...]),
                digest: SHA256.hash(Array((token[0] + "." + token[1]).utf8)),
                publicKey: try Point(encoding: world.team.get().publicKey))
            #expect(isValid)
            #expect(try world.row(id, "risk_metric") == "3")
            #expect(try world.row(id, "now() - risk_measured_at < interval '60 s'") == "t")
            #expect(try world.row(id, "encode(receipt, 'base64')")?.replacing("\n", with: "") != before)
            let due = try #require(try world.due(id))
            #expect((86_300...86_400).contains(due))
            try task.turn()
            // Also when the row says so: the receipt itself names the time.
            try world.deployment.sql("UPDATE attested_key SET receipt_due = now() WHERE \(World.isKey(id))")
            try task.turn()
            #expect(world.apple.requests.count == 1)
            #expect((86_300...86_400).contains(try #require(try world.due(id))))
        }
    }

    @Test("each status has its consequence, and none but 200 touches the stored receipt")
    func statuses() throws {
        let cases: [(Int, [String: String], String, ClosedRange<Int64>?)] = [
            (304, [:], "", 86_300...86_400), (400, [:], "REFUSED", nil), (404, [:], "FORGOTTEN", nil),
            (401, [:], "", 3_500...3_600), (429, ["Retry-After": "50"], "", 40...50), (429, [:], "", 3_500...3_600),
            (500, [:], "", 3_500...3_600), (302, ["Location": "/x"], "", 3_500...3_600),
            (200, [:], "", 86_300...86_400),
        ]
        try Self.withWorld { world in
            for (status, fields, ended, range) in cases {
                try world.deployment.sql("UPDATE attested_key SET receipt_due = NULL")
                let id = try world.key()
                world.apple.answers { _ in
                    var answer = text(status, "no receipt")
                    for (name, value) in fields { answer.headers.add(name, value) }
                    return answer
                }
                let digest = try world.row(id, "md5(receipt)")
                try world.task().turn()
                #expect(world.apple.requests.count == 1, "\(status)")
                #expect(try world.row(id, "md5(receipt)") == digest)
                #expect(try world.row(id, "coalesce(receipt_ended, '')") == ended, "\(status)")
                #expect(try world.row(id, "risk_metric") == nil)
                let due = try world.due(id)
                #expect(due.map { range?.contains($0) ?? false } ?? (range == nil), "\(status): \(due ?? -1)")
            }
        }
    }

    @Test("while the service does not answer, is busy, or refuses the credentials, it is asked nothing more")
    func quiet() throws {
        try Self.withWorld { world in
            for status in [401, 429, 503, 304] {
                try world.deployment.sql("UPDATE attested_key SET receipt_due = NULL")
                for _ in 0..<2 { _ = try world.key() }
                world.apple.answers { _ in text(status, "") }
                let task = try world.task()
                for _ in 0..<2 { try task.turn() }
                // 304 is about one receipt: the other one is asked for.
                #expect(world.apple.requests.count == (status == 304 ? 2 : 1), "\(status)")
            }
            let gone = try ReceiptService()
            var settings = world.settings
            settings["TAMGA_RISK_METRIC_URL"] = gone.url
            gone.stop()
            let id = try world.key()
            let configuration = try world.configuration(settings)
            let task = RiskMetricTask(
                stores: world.stores,
                exchange: try #require(try configuration.riskMetric?.exchange(for: configuration.attestation)),
                caller: try OutgoingClient(), metrics: Metrics(), logger: .silent)
            try task.turn()
            #expect((3_500...3_600).contains(try #require(try world.due(id))))
        }
    }

    @Test("a receipt of another key is none: the old one stays")
    func foreign() throws {
        try Self.withWorld { world in
            let id = try world.key(), other = try world.key()
            let bytes = try #require(try world.row(other, "encode(receipt, 'hex')").flatMap(Hex.decode))
            let certificate = try AppAttestReceipt(stored: bytes).certificate
            try world.deployment.sql("UPDATE attested_key SET receipt_due = NULL WHERE \(World.isKey(other))")
            world.apple.answers { receipt in
                (try? ReceiptService.renewed(receipt, certificate: certificate)) ?? text(500, "")
            }
            let digest = try world.row(id, "md5(receipt)")
            try world.task().turn()
            #expect(world.apple.requests.count == 1)
            #expect(try world.row(id, "md5(receipt)") == digest)
            #expect(try world.row(id, "risk_metric") == nil)
        }
    }

    @Test("of several processes each takes other receipts, and one whose lease has ended changes nothing")
    func leases() throws {
        try Self.withWorld { world in
            for _ in 0..<6 { _ = try world.key() }
            world.apple.answers { receipt in (try? ReceiptService.renewed(receipt)) ?? text(500, "") }
            let tasks = [try world.task(), try world.task()]
            DispatchQueue.concurrentPerform(iterations: 2) { index in _ = try? tasks[index].turn() }
            // A busy machine ends a turn before all is done.
            for _ in 0..<6 { try tasks[0].turn() }
            let asked = world.apple.requests.map(\.body)
            #expect(asked.count == 6 && Set(asked).count == 6)

            let id = try world.key()
            let deadline = StorageDeadline(milliseconds: 5_000)
            let lease = try #require(
                try world.stores.receipts.lease(team: "TESTTEAM01", seconds: 600, deadline: deadline))
            #expect(lease.keyId == id)
            #expect(try world.stores.receipts.lease(team: "TESTTEAM01", seconds: 600, deadline: deadline) == nil)
            try world.deployment.sql("UPDATE attested_key SET receipt_due = now() WHERE \(World.isKey(id))")
            #expect(try world.stores.receipts.lease(team: "OTHERTEAM1", seconds: 600, deadline: deadline) == nil)
            let second = try #require(
                try world.stores.receipts.lease(team: "TESTTEAM01", seconds: 700, deadline: deadline))
            for outcome in [
                ReceiptOutcome.ended(reason: "LATE"), .postponed(due: 0),
                .replaced(receipt: [1], metric: 1, measuredAt: 0, due: 0),
            ] { #expect(try !world.stores.receipts.settle(lease, outcome, deadline: deadline)) }
            #expect(try world.stores.receipts.settle(second, .ended(reason: "DONE"), deadline: deadline))
            #expect(try world.row(id, "receipt_ended") == "DONE")
        }
    }

    @Test("a key that has retired, or speaks for no document, is not asked about")
    func retired() throws {
        try Self.withWorld { world in
            let retired = try world.key(), unbound = try world.key()
            try world.deployment.sql("UPDATE attested_key SET state = 'RETIRED' WHERE \(World.isKey(retired))")
            try world.deployment.sql(
                """
                UPDATE attested_key SET document_number = NULL, bound_at = NULL WHERE \(World.isKey(unbound))
                """)
            world.apple.answers { _ in text(404, "") }
            try world.task().turn()
            #expect(world.apple.requests.isEmpty)
        }
    }

    @Test(
        "a process with the settings exchanges by itself; one without them calls nobody, and has nothing to call with")
    func serving() throws {
        try Self.withWorld { world in
            let id = try world.key()
            world.apple.answers { receipt in (try? ReceiptService.renewed(receipt)) ?? text(500, "") }
            let off = try world.deployment.configuration()
            #expect(off.riskMetric == nil)
            let silent = try TamgaServer.start(off, logger: .silent, faults: .none)
            silent.stop(graceMilliseconds: 1_000)
            #expect(world.apple.requests.isEmpty)
            #expect(try world.row(id, "receipt_due <= now()") == "t")

            let server = try TamgaServer.start(world.configuration(), logger: .silent, faults: .none)
            defer { server.stop(graceMilliseconds: 1_000) }
            let isDone = eventually { (try? world.row(id, "risk_metric")) == "3" }
            #expect(isDone)
        }
    }

    @Test("settings that do not fit are refused, each with its name")
    func settings() throws {
        try Self.withWorld { world in
            func refusal(_ name: String, _ value: String?) -> String {
                var settings = world.settings
                settings["TAMGA_RISK_METRIC_" + name] = value
                do { try world.configuration(settings).requireServable() } catch { return "\(error)" }
                return "serves"
            }
            #expect(refusal("URL", nil) == "serves")
            #expect(refusal("KEY_FILE", nil).contains("KEY_FILE is not set"))
            #expect(refusal("KEY_FILE", "/nonexistent").contains("cannot open"))
            #expect(refusal("KEY_ID", nil).contains("KEY_ID is not ten"))
            #expect(refusal("KEY_ID", "abc123defg").contains("KEY_ID is not ten"))
            #expect(refusal("TEAM_ID", "OTHERTEAM1").contains("the team of none"))
            for url in ["http://example.org", "https://example.org/", "ftp://127.0.0.1", "https://a.mn?x=1"] {
                #expect(refusal("URL", url).contains("URL is no https address"), "\(url)")
            }
            let broken = world.files.folder + "/broken.p8"
            try "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".write(
                toFile: broken, atomically: true, encoding: .utf8)
            #expect(refusal("KEY_FILE", broken).contains("KEY_FILE"))
            #expect(refusal("KEY_FILE", broken) != "serves")
        }
    }
}
