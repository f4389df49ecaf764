import Foundation
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Crypto
@testable import Phone
@testable import Server

extension AndroidEndToEnd {
    @Suite("Enrolment, requests, another key", .serialized)
    struct Phones {
        @Test("an Android phone enrols, signs, and asks how it stands")
        func whole() throws {
            try withWorld { world in
                #expect(try world.canSign(world.phone))
                let status = try world.phone.get("/v3/device-status").json["attestation"]
                #expect(status?["platform"]?.string == "android")
                #expect(status?["environment"]?.string == "development")
                #expect(try world.keys(of: world.phone) == "android ACTIVE")
                let stored = try world.deployment.value(
                    """
                    SELECT d.platform || ' ' || y.app_id || ' ' || y.bundle_version FROM attested_key y
                    JOIN device d USING (document_number) WHERE d.document_number = '\(world.phone.documentNumber)'
                    """)
                #expect(stored == "android mn.example.tamga 7")
            }
        }

        @Test("a phone of the other platform enrols at the same service as what it is, and as nothing else")
        func platforms() throws {
            try withWorld { world in
                let iPhone = try world.service.enrolledPhone(
                    registrationNumber: world.newCitizen(), slots: .signOnly)
                #expect(try world.keys(of: iPhone) == "ios ACTIVE")
                let liar = try TestPhone(transport: AttestingTransport(world.bare, hardware: AndroidHardware()))
                let refused = #expect(throws: PhoneError.self) {
                    try liar.enrol(registrationNumber: world.newCitizen(), slots: .signOnly, platform: .ios)
                }
                #expect(refused?.code == "ATTESTATION_PLATFORM_UNSUPPORTED")
            }
        }

        /// The challenge of a key of Android's is given when the key is made, so the proof in the body of a
        /// reattestation, which names the key, cannot be in the hash that the key attests: its attestation goes ahead.
        @Test("a key attested by an earlier request takes over with the PIN, and the former one retires")
        func reattest() throws {
            try withWorld { world in
                let phone = try TestPhone(transport: AttestingTransport(world.bare, hardware: AndroidHardware()))
                try phone.enrol(registrationNumber: world.newCitizen(), slots: .signOnly, platform: .android)
                let fresh = AndroidHardware()
                #expect(try world.attest(fresh).status == 200)
                #expect(try world.bare.send(Self.reattestation(phone, by: fresh, world)).status == 200)
                let restored = try TestPhone(
                    copying: phone, transport: AttestingTransport(world.bare, hardware: fresh))
                #expect(try world.canSign(restored))
                #expect(try phone.get("/v3/device-status").outcome == "401 ATTESTATION_KEY_UNKNOWN")
                #expect(try world.keys(of: phone) == "android RETIRED, android ACTIVE")
            }
        }

        @Test("a document moves from an iPhone to an Android phone by a reattestation only")
        func moves() throws {
            try withWorld { world in
                let iPhone = try world.service.enrolledPhone(
                    registrationNumber: world.newCitizen(), slots: .signOnly)
                try world.deployment.sql(
                    "UPDATE device SET push_token = 'apns' WHERE document_number = '\(iPhone.documentNumber)'")
                let android = AndroidHardware()
                #expect(try world.attest(android).status == 200)
                let thief = try TestPhone(
                    copying: iPhone, transport: AttestingTransport(world.bare, hardware: android))
                let document = try iPhone.documentNumber
                for path in ["/v3/device-status", "/v3/mobile/pending/\(document)", "/v3/mobile/activity/\(document)"] {
                    #expect(try thief.get(path).outcome == "401 DEVICE_MISMATCH", "\(path)")
                }
                let platform = "SELECT platform || coalesce(push_token, '') FROM device WHERE document_number = "
                #expect(try world.deployment.value(platform + "'\(document)'") == "iosapns")
                #expect(try world.keys(of: iPhone) == "ios ACTIVE")
                #expect(try world.canSign(iPhone))

                var forged = try Self.reattestation(iPhone, by: android, world)
                forged.body = Array(#"{"proof":"\#(Base64.encode([UInt8](repeating: 0, count: 120)))"}"#.utf8)
                forged = try SignedRequest(forged, by: android, nonce: world.nonce()).request
                #expect(try world.bare.send(forged).outcome == "403 DL_REATTEST")
                #expect(try world.keys(of: iPhone) == "ios ACTIVE")
                #expect(try world.bare.send(Self.reattestation(iPhone, by: android, world)).status == 200)
                let moved = try TestPhone(
                    copying: iPhone, transport: AttestingTransport(world.bare, hardware: android))
                #expect(try world.canSign(moved))
                #expect(try world.deployment.value(platform + "'\(document)'") == "android")
                #expect(try world.keys(of: iPhone) == "ios RETIRED, android ACTIVE")
            }
        }

        /// A request for another key, with the proof that the phone's PIN opens.
        private static func reattestation(
            _ phone: TestPhone, by hardware: AndroidHardware, _ world: AndroidWorld
        ) throws -> PhoneRequest {
            let registration = try phone.registry.registration()
            let record = try phone.registry.slot(.signature)
            let unlocked = try PINVault(registry: phone.registry, random: SystemRandom()).unlock(
                .signature, pin: PIN(TestPhone.pin2))
            let nonce = try world.nonce()
            let key = try #require(try hardware.key())
            let statement = Reattestation(
                documentNumber: registration.documentNumber, keyId: record.keyId, attestedKey: Base64.encode(key.id),
                nonce: nonce
            ).statement(Q1: record.Q1.encoding)
            let proof = try SchnorrProof.prove(statement, secret: unlocked.share.x1, random: SystemRandom())
            let request = PhoneRequest(
                method: "POST", path: "/v3/mobile/reattest",
                headers: ["Content-Type": "application/json", "X-Device-Token": registration.deviceToken],
                body: Array(#"{"proof":"\#(Base64.encode(proof.encoding))"}"#.utf8))
            return try SignedRequest(request, by: hardware, nonce: nonce).request
        }
    }

    @Suite("Counters and kinds of signatures", .serialized)
    struct Signatures {
        @Test("of two requests with one counter at the same time one is let in")
        func race() throws {
            try withWorld { world in
                let twin = world.hardware.copy()
                let requests = [
                    try SignedRequest(world.status(), by: world.hardware, nonce: world.nonce()).request,
                    try SignedRequest(world.status(), by: twin, nonce: world.nonce()).request,
                ]
                let outcomes = try world.service.sendAtOnce(requests).map(\.outcome).sorted()
                #expect(outcomes == ["200", "409 ASSERTION_COUNTER_REPLAYED"])
            }
        }

        @Test("a counter that goes back, or stays at zero, is refused; one that leaps is not")
        func counters() throws {
            try withWorld { world in
                let hardware = AndroidHardware()
                #expect(try world.attest(hardware).status == 200)
                // What the next signature says, and what comes of it.
                let cases: [(UInt32, String)] = [
                    (5, "200"), (5, "409 ASSERTION_COUNTER_REPLAYED"), (4, "409 ASSERTION_COUNTER_REPLAYED"),
                    (.max, "200"), (6, "409 ASSERTION_COUNTER_REPLAYED"),
                ]
                for (counter, outcome) in cases {
                    hardware.setCounter(counter - 1)
                    #expect(try Self.ask(world, by: hardware) { _ in }.outcome == outcome, "\(counter)")
                }
                // What is signed is 8, and 9 is said.
                hardware.setCounter(7)
                let changed = try Self.ask(world, by: hardware) { $0[$0.count - 1] = 9 }
                #expect(changed.outcome == "401 ASSERTION_SIGNATURE")
            }
        }

        /// A request of no device, its assertion changed.
        private static func ask(
            _ world: AndroidWorld, by hardware: AndroidHardware, _ change: (inout [UInt8]) -> Void
        ) throws -> HTTPResponse {
            let request = PhoneRequest(method: "GET", path: "/v3/kyc/methods")
            var signed = try SignedRequest(request, by: hardware, nonce: world.nonce()).request
            var assertion = try #require(signed.headers["Assertion"].flatMap(Base64.decode))
            change(&assertion)
            signed.headers.set("Assertion", Base64.encode(assertion))
            return try world.bare.send(signed)
        }

        @Test("what is signed is this request: another query or nonce does not verify")
        func binding() throws {
            try withWorld { world in
                let signed = try SignedRequest(world.status(), by: world.hardware, nonce: world.nonce()).request
                var changed = signed
                changed.path += "?a=1"
                #expect(try world.bare.send(changed).outcome == "401 ASSERTION_SIGNATURE")
                changed = signed
                changed.headers.set("Attestation-Nonce", try world.nonce())
                #expect(try world.bare.send(changed).outcome == "401 ASSERTION_SIGNATURE")
                #expect(try world.bare.send(signed).status == 200)
                #expect(try world.bare.send(signed).outcome == "401 ATTESTATION_NONCE_SPENT")
                // And so is an attestation: its challenge is that hash.
                let fresh = AndroidHardware()
                var first = try SignedRequest(
                    PhoneRequest(method: "GET", path: "/v3/kyc/methods"), by: fresh, nonce: world.nonce()
                ).request
                first.path += "?a=1"
                #expect(try world.bare.send(first).outcome == "401 ATTESTATION_ANDROID_CHALLENGE")
            }
        }

        @Test("evidence of the other platform, or for another key id, is none")
        func kinds() throws {
            try withWorld { world in
                let request = PhoneRequest(method: "GET", path: "/v3/kyc/methods")
                let iPhone = try TestAttestation.hardware()
                _ = try world.attest(iPhone)
                // An assertion of an iPhone's key under the Android key's id, and the other way round.
                var mixed = try SignedRequest(request, by: iPhone, nonce: world.nonce()).request
                let android = try #require(try world.hardware.key()), apple = try #require(try iPhone.key())
                mixed.headers.set("KeyId", Base64.encode(android.id))
                #expect(try world.bare.send(mixed).outcome == "401 ASSERTION_APP_ID")
                mixed = try SignedRequest(request, by: world.hardware, nonce: world.nonce()).request
                mixed.headers.set("KeyId", Base64.encode(apple.id))
                #expect(try world.bare.send(mixed).outcome == "401 ASSERTION_APP_ID")
                // An assertion where an attestation is announced.
                mixed = try SignedRequest(request, by: world.hardware, nonce: world.nonce()).request
                mixed.headers.set("Type", "attest")
                mixed.headers.set("Attestation", try #require(mixed.headers["Assertion"]))
                #expect(try world.bare.send(mixed).outcome == "401 ATTESTATION_MEMBERS")
                // The right attestation for another id, and under another format's name.
                let fresh = AndroidHardware()
                let signed = try SignedRequest(request, by: fresh, nonce: world.nonce()).request
                mixed = signed
                mixed.headers.set("KeyId", Base64.encode([UInt8](repeating: 1, count: 32)))
                #expect(try world.bare.send(mixed).outcome == "401 ATTESTATION_KEY_ID")
                mixed = signed
                let text = try #require(signed.headers["Attestation"])
                let object = try #require(Base64.decode(text))
                let chain = try AndroidAttestationObject(object).chain
                for (format, code) in [
                    ("apple-appattest", "ATTESTATION_MEMBERS"), ("fido-u2f", "ATTESTATION_MEMBERS"),
                ] {
                    mixed.headers.set(
                        "Attestation", Base64.encode(SyntheticAndroidChain.object(chain, format: format)))
                    #expect(try world.bare.send(mixed).outcome == "401 \(code)", "\(format)")
                }
                #expect(try world.bare.send(signed).status == 200)
            }
        }
    }
}
