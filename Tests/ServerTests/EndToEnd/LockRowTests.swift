import Crypto
import Foundation
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

extension EndToEnd {
    /// The rows of threshold-ecdsa A.5 that no other suite has.
    @Suite("What locks, pauses and alerts", .serialized)
    struct LockRows {
        private static func alerts(_ kind: String, _ world: ServiceWorld) throws -> Int {
            let count = try world.deployment.value(
                "SELECT count(*) FROM audit_entry WHERE kind = 'alert.\(kind)' AND subject = '\(world.document)'")
            return Int(count ?? "") ?? -1
        }

        private static func metric(_ kind: String, _ world: ServiceWorld) throws -> Int {
            let address = world.service.servers[0].addresses.admin
            let client = try HTTPClient(baseURL: "http://\(address)")
            defer { client.close() }
            let page = String(
                decoding: try client.send(
                    method: "GET", path: "/metrics", headers: HTTPHeaders(), body: nil, timeoutMilliseconds: 5_000
                ).body, as: UTF8.self)
            let line = page.split(separator: "\n").first { $0.hasPrefix("tamga_alerts_total{kind=\"\(kind)\"}") }
            return Int(line?.split(separator: " ").last ?? "") ?? -1
        }

        @Test("three failed attempts in 30 days open a ticket and leave the keys as they are")
        func ticket() throws {
            try withWorld { world in
                try world.deployment.sql("UPDATE attempt SET ended_at = ended_at - interval '31 days'")
                let (before, counted) = (
                    try Self.alerts("repeatedFailures", world), try Self.metric("repeatedFailures", world)
                )
                for failure in 1...3 {
                    #expect(try Self.alerts("repeatedFailures", world) == before)
                    let session = try world.sign()
                    try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
                    let s5 = try world.phone.body(of: .finish, session: session.id)
                    let wrong = try BodyEditing.edit(s5, "r", BodyEditing.flipped)
                    for _ in 1...5 { _ = try world.phone.send(.finish, wrong, session: session.id) }
                    #expect(try world.attempts(session.id) == "FAILED", "failure \(failure)")
                }
                #expect(try Self.alerts("repeatedFailures", world) == before + 1)
                #expect(try Self.metric("repeatedFailures", world) == counted + 1)
                #expect(try world.keyStates() == "ACTIVE")
                #expect(try world.canSign())
            }
        }

        @Test("six answers without a finish in a day pause the slot for an hour, and nothing else")
        func pause() throws {
            try withWorld { world in
                try world.deployment.sql("UPDATE attempt SET ended_at = ended_at - interval '25 hours'")
                defer { _ = try? world.deployment.sql("UPDATE attempt SET ended_at = ended_at - interval '25 hours'") }
                var last = ""
                for count in 1...6 {
                    let session = try world.sign()
                    try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
                    _ = try world.phone.body(of: .finish, session: session.id)
                    try world.expire(session.id)
                    #expect(try eventually { try world.attempts(session.id) == "UNKNOWN" }, "unknown \(count)")
                    last = session.id
                }
                let unknown = try #require(
                    try world.deployment.sql(
                        """
                        SELECT detail->>'digest', detail->>'r' FROM audit_entry
                        WHERE kind = 'attempt.unknown' AND detail->>'session' = '\(last)'
                        """
                    ).first)
                #expect(unknown.compactMap { $0?.count } == [64, 64])
                #expect(try world.phone.approver().activity().first?.signatureMayExist == true)

                let refused = try Self.commit(world)
                #expect(refused.outcome == "429 RATE_LIMITED")
                #expect((3_500...3_600).contains(Int(refused.headers["Retry-After"] ?? "") ?? 0))
                let status = try world.phone.get("/v3/device-status").json
                #expect(status["state"]?.string == "ACTIVE")
                #expect(Self.slot("SIGN", status)?["until"]?.string != nil)
                #expect(Self.slot("AUTH", status)?["until"] == nil)
                #expect(try world.keyStates() == "ACTIVE")
                let logIn = try world.party.logIn(document: world.document)
                try world.phone.approve(logIn)

                try world.deployment.sql(
                    "UPDATE attempt SET ended_at = ended_at - interval '61 minutes' WHERE state = 'UNKNOWN'")
                #expect(try world.canSign())
            }
        }

        /// S1 of a new session, and its answer.
        private static func commit(_ world: ServiceWorld) throws -> HTTPResponse {
            try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
            let session = try world.sign()
            return try world.phone.send(
                .commit, world.phone.body(of: .commit, session: session.id), session: session.id)
        }

        private static func slot(_ name: String, _ status: JSONValue) -> JSONValue? {
            status["slots"]?.array?.first { $0["slot"]?.string == name }
        }

        @Test(
            "x2, N, ckey, Q or Q1 that do not belong together are refused with one alert; put right, all goes on",
            arguments: ["sealed_x2", "n", "ckey", "q", "q1"])
        func integrity(column: String) throws {
            try withWorld { world in
                let flip = """
                    UPDATE key_share SET \(column) = set_byte(\(column), 200, get_byte(\(column), 200) # 1)
                    WHERE slot = 'SIGN' AND document_number = '\(world.document)'
                    """
                let small = flip.replacingOccurrences(of: "200", with: "40")
                let damage = ["n", "ckey"].contains(column) ? flip : small
                let session = try world.sign()
                let s3 = try world.phone.body(of: .prove, session: session.id)
                let before = try Self.alerts("keyIntegrity", world)
                try world.deployment.sql(damage)
                for _ in 1...2 {
                    #expect(try world.phone.send(.prove, s3, session: session.id).outcome == "500 INTERNAL")
                }
                #expect(try world.attempts(session.id) == "COMMITTED")
                try world.phone.restore(world.phone.registry.state)
                // Once a minute for each key, and the columns are of one key.
                #expect(try Self.alerts("keyIntegrity", world) == max(before, 1))
                #expect(try world.keyStates() == "ACTIVE")
                try world.deployment.sql(damage)
                #expect(try world.phone.send(.prove, s3, session: session.id).status == 200)
                try world.phone.approve(session.id)
                #expect(try world.party.hasValidSignature(session.id, digest: session.digest))
            }
        }

        @Test("a Q that is no point any more is told to the operator and never counted to the phone")
        func damagedPoint() throws {
            try withWorld { world in
                let phone = try world.service.enrolledPhone(
                    registrationNumber: world.newCitizen(), slots: .signOnly)
                let own = "document_number = '\(try phone.documentNumber)'"
                let digest = SHA256.hash([7])
                let session = try world.party.sign(digest: digest, document: phone.documentNumber)
                let s5 = try phone.body(of: .finish, session: session)
                let damage = "UPDATE key_share SET q = set_byte(q, 40, get_byte(q, 40) # 1) WHERE \(own)"
                try world.deployment.sql(damage)
                #expect(try phone.send(.finish, s5, session: session).outcome == "500 INTERNAL")
                let told = "SELECT count(*) FROM audit_entry WHERE kind = 'alert.keyIntegrity' AND subject = "
                #expect(try world.deployment.value(told + "'\(phone.documentNumber)'") == "1")
                let tries = "SELECT s5_tries FROM attempt WHERE session_id = '\(session)'"
                #expect(try world.deployment.value(tries) == "0")
                try world.deployment.sql(damage)
                #expect(try phone.send(.finish, s5, session: session).status == 200)
                #expect(try world.party.hasValidSignature(session, digest: digest))
            }
        }

        @Test("c3 has left: the finish of a phone that is suspended in between is published")
        func finishAfterSuspension() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let s5 = try phone.body(of: .finish, session: session.id)
                let other = try world.sign()
                let act = OperatorAct(by: "test", reason: "lost")
                try Self.administer(world) { try $0.suspend(documentNumber: world.document, act, deadline: Self.soon) }
                #expect(try world.keyStates() == "SUSPENDED")
                let status = try phone.get("/v3/device-status").json
                #expect(status["state"]?.string == "SUSPENDED")
                let refused = try phone.send(.commit, [], session: other.id)
                #expect(refused.outcome == "403 DEVICE_SUSPENDED")
                #expect(try phone.send(.finish, s5, session: session.id).status == 200)
                #expect(try world.party.hasValidSignature(session.id, digest: session.digest))
                try Self.administer(world) {
                    try $0.unlock(documentNumber: world.document, act, deadline: Self.soon)
                }
                try phone.restore(phone.registry.state.withoutOpenRuns)
                #expect(try world.canSign())
            }
        }

        @Test("revoking a device ends its sessions with DOCUMENT_UNUSABLE and its keys for good")
        func revocation() throws {
            try withWorld { world in
                let phone = try world.service.enrolledPhone(
                    registrationNumber: world.newCitizen(), slots: .signOnly)
                let document = try phone.documentNumber
                let digest = SHA256.hash([1])
                let proved = try world.party.sign(digest: digest, document: document)
                let s5 = try phone.body(of: .finish, session: proved)
                let waiting = try world.party.sign(digest: digest, document: document)
                let act = OperatorAct(by: "test", reason: "lost")
                let outcome = try Self.administer(world) {
                    try $0.revoke(documentNumber: document, act, deadline: Self.soon)
                }
                #expect(outcome == .changed(endedSessions: [proved, waiting].sorted()))
                #expect(try world.party.endResult(proved) == "DOCUMENT_UNUSABLE")
                #expect(try world.party.endResult(waiting) == "DOCUMENT_UNUSABLE")
                #expect(try world.attempts(proved) == "UNKNOWN")
                let own = "document_number = '\(document)'"
                #expect(try world.deployment.value("SELECT state FROM key_share WHERE \(own)") == "LOCKED")
                #expect(try world.deployment.value("SELECT state FROM certificate WHERE \(own)") == "REVOKED")
                #expect(try phone.get("/v3/device-status").json["state"]?.string == "REVOKED")
                #expect(try phone.send(.prove, s5, session: waiting).outcome == "403 DEVICE_REVOKED")
                // What the phone could finish by itself is recorded, and published nowhere.
                #expect(try phone.send(.finish, s5, session: proved).outcome == "404 SESSION_EXPIRED")
                #expect(try world.attempts(proved) == "DONE")
                #expect(throws: TestFailure.self) { try world.party.sign(digest: digest, document: document) }
                let again = try Self.administer(world) {
                    try $0.unlock(documentNumber: document, act, deadline: Self.soon)
                }
                #expect(again == .revoked)
            }
        }

        private static var soon: StorageDeadline { StorageDeadline(milliseconds: 5_000) }

        @discardableResult
        private static func administer<T>(
            _ world: ServiceWorld, _ body: (DeviceAdministration) throws -> T
        ) throws -> T {
            let pool = world.deployment.database.pool(capacity: 2)
            defer { pool.close() }
            return try body(Stores(pool: pool).administration)
        }
    }
}
