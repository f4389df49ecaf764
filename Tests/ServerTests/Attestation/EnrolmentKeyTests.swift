import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

extension AttestationEndToEnd {
    @Suite("The key of an enrolment", .serialized)
    struct EnrolmentKey {
        @Test("only the phone that has opened an enrolment completes it; another one changes nothing")
        func otherPhone() throws {
            try withWorld { world in
                let stop = StoppingTransport(world.bare, before: "/enrollment/complete")
                let hardware = try TestAttestation.hardware()
                let phone = try TestPhone(transport: AttestingTransport(stop, hardware: hardware))
                #expect(throws: PhoneError.self) {
                    try phone.enrol(registrationNumber: world.newCitizen(), slots: .signOnly)
                }
                let body = try #require(stop.held)
                let request = PhoneRequest(
                    method: "POST", path: "/v3/enrollment/complete", headers: ["Content-Type": "application/json"],
                    body: body)
                let thief = try SignedRequest(request, by: TestAttestation.hardware(), nonce: world.nonce())
                #expect(try world.bare.send(thief.request).outcome == "401 DEVICE_MISMATCH")
                let known = try world.signed(request)
                #expect(try world.bare.send(known).outcome == "401 DEVICE_MISMATCH")
                let own = try SignedRequest(request, by: hardware, nonce: world.nonce())
                let answer = try world.bare.send(own.request)
                #expect(answer.status == 200)
                // The answer was lost: the same bytes again, under another nonce.
                let again = try SignedRequest(request, by: hardware, nonce: world.nonce())
                #expect(try world.bare.send(again.request).body == answer.body)
            }
        }

        @Test("a key serves one document: it opens no second enrolment, and the phone makes another one")
        func taken() throws {
            try withWorld { world in
                let hardware = try TestAttestation.hardware()
                let transport = AttestingTransport(world.bare, hardware: hardware)
                let phone = try TestPhone(transport: transport)
                try phone.enrol(registrationNumber: world.newCitizen(), slots: .signOnly)
                let first = try hardware.key()?.id
                try phone.registry.deleteRegistration()
                try phone.enrol(registrationNumber: world.newCitizen(), slots: .signOnly)
                #expect(try hardware.key()?.id != first)
                #expect(try phone.get("/v3/device-status").status == 200)
            }
        }

        @Test("the platform that init names is the one that was attested")
        func platform() throws {
            try withWorld { world in
                let transport = AttestingTransport(world.bare, hardware: try TestAttestation.hardware())
                let start = try PhoneClient(transport: transport).kycInit(registrationNumber: world.newCitizen())
                let stop = StoppingTransport(transport, before: "/enrollment/init")
                let phone = try TestPhone(transport: stop)
                #expect(throws: PhoneError.self) {
                    try Enroller(registry: phone.registry, transport: stop).enrol(
                        EnrolmentRequest(authCode: start.state), pin2: PIN(TestPhone.pin2))
                }
                let body = try BodyEditing.edit(try #require(stop.held), "platform") { _ in .string("android") }
                let answer = try transport.send(
                    PhoneRequest(
                        method: "POST", path: "/v3/enrollment/init",
                        headers: ["Content-Type": "application/json"], body: body))
                #expect(answer.outcome == "401 ATTESTATION_PLATFORM_UNSUPPORTED")
                #expect(answer.pointer == "/platform")
            }
        }

        @Test("keys that came to no document are forgotten after an hour, but for those of open enrolments")
        func swept() throws {
            try withWorld { world in
                let lone = try TestAttestation.hardware(), waiting = try TestAttestation.hardware()
                let request = PhoneRequest(method: "GET", path: "/v3/kyc/methods")
                #expect(
                    try world.bare.send(SignedRequest(request, by: lone, nonce: world.nonce()).request).status == 200)
                let stop = StoppingTransport(world.bare, before: "/enrollment/complete")
                let phone = try TestPhone(transport: AttestingTransport(stop, hardware: waiting))
                #expect(throws: PhoneError.self) {
                    try phone.enrol(registrationNumber: world.newCitizen(), slots: .signOnly)
                }
                try world.deployment.sql(
                    """
                    UPDATE attested_key SET attested_at = now() - interval '61 minutes' WHERE document_number IS NULL
                    """)
                let pool = world.deployment.database.pool(capacity: 1)
                defer { pool.close() }
                try Stores(pool: pool).attestedKeys.sweep(deadline: StorageDeadline(milliseconds: 5_000))
                let gone = try SignedRequest(request, by: lone, nonce: world.nonce())
                #expect(try world.bare.send(gone.request).outcome == "401 ATTESTATION_KEY_UNKNOWN")
                let kept = try SignedRequest(request, by: waiting, nonce: world.nonce())
                #expect(try world.bare.send(kept.request).status == 200)
                #expect(try world.phone.get("/v3/device-status").status == 200)
            }
        }
    }
}
