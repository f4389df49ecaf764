import Crypto
import Foundation
import Phone
import ServerTestSupport
import Testing
import Wire

@testable import Server

/// The durable steps that a refusal or a report takes.
@Suite("A server killed while it refuses has done what it did, once", .serialized)
struct RefusalKillTests {
    private struct World {
        let deployment: TestDeployment
        let phone: TestPhone
        let document: String

        init() throws {
            deployment = try TestDeployment()
            let server = try ServeProcess(deployment)
            phone = try TestPhone(transport: server.transport())
            try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
            document = try phone.documentNumber
            server.kill()
            try deployment.sql("UPDATE replica SET heartbeat = heartbeat - interval '1 minute'")
        }

        func alerts(_ kind: String) throws -> String? {
            try deployment.value("SELECT count(*) FROM audit_entry WHERE kind = 'alert.\(kind)'")
        }

        func attempts(_ session: String) throws -> String? {
            try deployment.value(
                "SELECT string_agg(state, ' ' ORDER BY sign_counter) FROM attempt WHERE session_id = '\(session)'")
        }

        /// Sends bytes of which the server dies, and the same bytes to the next one.
        func sendTwice(
            _ round: SigningRound, _ body: [UInt8], _ session: String, _ supervisor: Supervisor
        ) throws -> HTTPResponse {
            let transport = supervisor.transport()
            #expect(throws: HTTPClientError.self) {
                try phone.send(round, body, session: session, through: transport)
            }
            #expect(supervisor.deaths == 1)
            return try phone.send(round, body, session: session, through: transport)
        }
    }

    @Test("after an attempt was burned by a wrong S3: the phone begins again and signs")
    func burned() throws {
        let world = try World()
        let supervisor = try Supervisor(world.deployment, killAt: "after-burned")
        defer { supervisor.stop() }
        let digest = SHA256.hash([1])
        let session = try supervisor.relyingParty.sign(digest: digest, document: world.document)
        let transport = supervisor.transport()
        let s3 = try world.phone.body(of: .prove, session: session, through: transport)
        let wrong = try BodyEditing.edit(s3, "proof", BodyEditing.flipped)
        #expect(try world.sendTwice(.prove, wrong, session, supervisor).outcome == "409 SIGNING_RESTART")
        try world.phone.approve(session, through: transport, environment: supervisor.environment)
        #expect(try supervisor.relyingParty.hasValidSignature(session, digest: digest))
        #expect(try world.attempts(session) == "BURNED DONE")
    }

    @Test("between a copy's suspension and the burning of the attempt that showed it: no c3, and one alert")
    func suspended() throws {
        let world = try World()
        let supervisor = try Supervisor(world.deployment, killAt: "after-suspended")
        defer { supervisor.stop() }
        let transport = supervisor.transport()
        let copy = try TestPhone(copying: world.phone, transport: transport)
        let first = try supervisor.relyingParty.sign(digest: SHA256.hash([1]), document: world.document)
        try copy.approve(first, environment: supervisor.environment)
        let session = try supervisor.relyingParty.sign(digest: SHA256.hash([2]), document: world.document)
        let s3 = try world.phone.body(of: .prove, session: session, through: transport)
        #expect(try world.sendTwice(.prove, s3, session, supervisor).outcome == "409 SIGNING_RESTART")
        let refused = try #require(throws: PhoneError.self) {
            try world.phone.approve(session, through: transport, environment: supervisor.environment)
        }
        #expect(refused.code == "KEY_SUSPENDED")
        #expect(try world.attempts(session) == "BURNED")
        #expect(try world.alerts("clone") == "1")
    }

    @Test("after a wrong finish was counted: each sending counts, the right one is still taken")
    func badFinish() throws {
        let world = try World()
        let supervisor = try Supervisor(world.deployment, killAt: "after-bad-finish")
        defer { supervisor.stop() }
        let digest = SHA256.hash([1])
        let session = try supervisor.relyingParty.sign(digest: digest, document: world.document)
        let transport = supervisor.transport()
        let s5 = try world.phone.body(of: .finish, session: session, through: transport)
        let wrong = try BodyEditing.edit(s5, "r", BodyEditing.flipped)
        #expect(try world.sendTwice(.finish, wrong, session, supervisor).outcome == "422 R_MISMATCH")
        #expect(try world.deployment.value("SELECT s5_tries FROM attempt WHERE session_id = '\(session)'") == "2")
        #expect(try world.phone.send(.finish, s5, session: session, through: transport).status == 200)
        #expect(try supervisor.relyingParty.hasValidSignature(session, digest: digest))
    }

    @Test("after a proven report has locked the key: the phone repeats it until it is acknowledged, and one alert")
    func locked() throws {
        let world = try World()
        let supervisor = try Supervisor(world.deployment, killAt: "after-locked")
        defer { supervisor.stop() }
        _ = try world.deployment.replaceShare(of: world.document) { $0.sealContext }
        let session = try supervisor.relyingParty.sign(digest: SHA256.hash([1]), document: world.document)
        let end = try #require(throws: PhoneError.self) {
            try world.phone.approve(
                session, through: supervisor.transport(), environment: supervisor.environment)
        }
        #expect(end.code == "C3_INVALID")
        #expect(supervisor.deaths == 1)
        #expect(try world.attempts(session) == "FAILED")
        #expect(try world.deployment.value("SELECT state FROM key_share") == "LOCKED")
        #expect(try world.deployment.value("SELECT state FROM certificate") == "REVOKED")
        #expect(try supervisor.relyingParty.endResult(session) == "DOCUMENT_UNUSABLE")
        #expect(try world.alerts("keyLocked") == "1")
        #expect(try world.phone.registry.slot(.signature).lockReport?.isAcknowledged == true)
    }
}
