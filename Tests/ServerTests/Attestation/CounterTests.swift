import Foundation
import Phone
import ServerTestSupport
import Testing
import Wire

@testable import Server

extension AttestationEndToEnd {
    @Suite("Counters and copies", .serialized)
    struct Counters {
        @Test("of two requests with one counter at the same time one is let in; the other goes on with its next nonce")
        func race() throws {
            try withWorld { world in
                let twin = try world.hardware.copy()
                let requests = [
                    try SignedRequest(world.status(), by: world.hardware, nonce: world.nonce()).request,
                    try SignedRequest(world.status(), by: twin, nonce: world.nonce()).request,
                ]
                let outcomes = try world.service.sendAtOnce(requests)
                #expect(outcomes.map(\.outcome).sorted() == ["200", "409 ASSERTION_COUNTER_REPLAYED"])
                let loser = try #require(outcomes.first { $0.status == 409 })
                let next = try #require(loser.headers["X-Next-Attestation-Nonce"])
                let again = try SignedRequest(world.status(), by: world.hardware, nonce: next)
                #expect(try world.bare.send(again.request).status == 200)
            }
        }

        @Test("a counter that goes back is refused, with a nonce to go on with")
        func back() throws {
            try withWorld { world in
                let old = try world.signed(world.status())
                #expect(try world.bare.send(world.signed(world.status())).status == 200)
                let late = try world.bare.send(old)
                #expect(late.outcome == "409 ASSERTION_COUNTER_REPLAYED")
                #expect(late.headers["X-Next-Attestation-Nonce"] != nil)
            }
        }

        @Test("replicas agree about nonces, counters and keys: a phone whose requests go round signs")
        func replicas() throws {
            let service = try TestService(replicas: 2, attestation: .required)
            let round = RoundRobinTransport([try service.transport(0), try service.transport(1)])
            let hardware = try TestAttestation.hardware()
            let phone = try TestPhone(transport: AttestingTransport(round, hardware: hardware))
            try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
            let digest = [UInt8](repeating: 4, count: 32)
            for _ in 0..<2 {
                let session = try service.relyingParty.sign(digest: digest, document: phone.documentNumber)
                try phone.approve(session)
                #expect(try service.relyingParty.hasValidSignature(session, digest: digest))
            }
            let status = PhoneRequest(
                method: "GET", path: "/v3/device-status",
                headers: ["X-Device-Token": try phone.registry.registration().deviceToken])
            let replay = try SignedRequest(status, by: hardware, nonce: SignedRequest.nonce(service.transport(0)))
            #expect(try service.transport(0).send(replay.request).status == 200)
            #expect(try service.transport(1).send(replay.request).outcome == "401 ATTESTATION_NONCE_SPENT")
            try service.deployment.sql("UPDATE attested_key SET state = 'RETIRED'")
            for replica in 0..<2 {
                let transport = try service.transport(replica)
                let late = try SignedRequest(status, by: hardware, nonce: SignedRequest.nonce(transport))
                #expect(try transport.send(late.request).outcome == "401 ATTESTATION_KEY_UNKNOWN")
            }
        }

        @Test("a phone whose storage and enclave were copied is found at the next signature of either")
        func copies() throws {
            let service = try TestService(attestation: .required)
            let hardware = try TestAttestation.hardware()
            let bare = try service.transport()
            let phone = try TestPhone(transport: AttestingTransport(bare, hardware: hardware))
            try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
            let copy = try TestPhone(
                copying: phone, transport: AttestingTransport(bare, hardware: hardware.copy()))
            func sign(_ phone: TestPhone) throws {
                let digest = [UInt8](repeating: 3, count: 32)
                let session = try service.relyingParty.sign(digest: digest, document: phone.documentNumber)
                try phone.approve(session)
            }
            try sign(phone)
            // Its counter is behind; what it does to catch up ends at the ratchet.
            var codes: [String] = []
            for _ in 0..<10 where codes.last != "RATCHET_CLONE" {
                do throws(any Error) { try sign(copy) } catch let error as PhoneError { codes.append(error.code) }
            }
            #expect(codes.first == "ASSERTION_COUNTER_REPLAYED")
            #expect(codes.last == "RATCHET_CLONE")
            #expect(try service.deployment.value("SELECT state FROM key_share") == "SUSPENDED")
        }
    }
}
