import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

@testable import Server

extension AttestationEndToEnd {
    @Suite("Another key for a document", .serialized)
    struct Reattesting {
        @Test("with the PIN a document gets another key; the former one retires with the new one's first request")
        func reattest() throws {
            try withWorld { world in
                let phone = try world.service.enrolledPhone(registrationNumber: world.newCitizen())
                let document = try phone.documentNumber
                let anew = AttestingTransport(world.bare, hardware: try TestAttestation.hardware())
                let restored = try TestPhone(copying: phone, transport: anew)
                #expect(try restored.get("/v3/device-status").outcome == "401 DEVICE_MISMATCH")
                try Reattester(registry: restored.registry, transport: anew).reattest(pins: restored.pins)
                // The answer could have been lost: until the new key speaks, the old one does.
                #expect(try phone.get("/v3/device-status").status == 200)
                #expect(try restored.get("/v3/device-status").status == 200)
                #expect(try phone.get("/v3/device-status").outcome == "401 ATTESTATION_KEY_UNKNOWN")
                let session = try world.service.relyingParty.sign(
                    digest: SHA256.hash([9]), document: document)
                try restored.approve(session)
                #expect(
                    try world.service.relyingParty.hasValidSignature(session, digest: SHA256.hash([9])))
                let states = try world.deployment.value(
                    """
                    SELECT string_agg(state, ' ' ORDER BY state) FROM attested_key
                    WHERE document_number = '\(document)'
                    """)
                #expect(states == "ACTIVE RETIRED")
                let audited = try world.deployment.value(
                    "SELECT count(*) FROM audit_entry WHERE kind = 'device.reattested' AND subject = '\(document)'")
                #expect(audited == "1")
            }
        }

        @Test("without the PIN's share no key is adopted: another proof, key, nonce, document or share is refused")
        func refused() throws {
            try withWorld { world in
                let record = try world.phone.registry.slot(.authentication)
                let thief = try TestAttestation.hardware()
                let other = Scalar.random(from: SystemRandom())
                var proofs: [[UInt8]] = [[UInt8](repeating: 0, count: 120)]
                let nonce = try world.nonce()
                let key = Base64.encode(try thief.makeKey().id)
                let statement = Reattestation(
                    documentNumber: world.document, keyId: record.keyId, attestedKey: key, nonce: nonce
                ).statement(Q1: record.Q1.encoding)
                proofs.append(try SchnorrProof.prove(statement, secret: other, random: SystemRandom()).encoding)
                for proof in proofs {
                    let answer = try world.bare.send(
                        SignedRequest(request(world, proof), by: thief, nonce: world.nonce()).request)
                    #expect(answer.outcome == "403 DL_REATTEST")
                }
                let bound = try world.deployment.value(
                    "SELECT count(*) FROM attested_key WHERE document_number = '\(world.document)'")
                #expect(bound == "1")
                #expect(try world.canSign(world.phone))
            }
        }

        @Test("a proof for one key or nonce is none for another")
        func moved() throws {
            try withWorld { world in
                let phone = try world.service.enrolledPhone(registrationNumber: world.newCitizen())
                let honest = RecordingTransport(world.bare)
                let anew = AttestingTransport(honest, hardware: try TestAttestation.hardware())
                try Reattester(registry: phone.registry, transport: anew).reattest(pins: phone.pins)
                let body = try #require(honest.exchanges.last?.request)
                let thief = try TestAttestation.hardware()
                var request = try request(world, [])
                request.headers.set("X-Device-Token", try phone.registry.registration().deviceToken)
                request.body = body
                let answer = try world.bare.send(SignedRequest(request, by: thief, nonce: world.nonce()).request)
                #expect(answer.outcome == "403 DL_REATTEST")
            }
        }

        @Test("a phone whose AUTH share was deleted after wrong PINs proves that of SIGN")
        func signSlot() throws {
            try withWorld { world in
                let phone = try world.service.enrolledPhone(registrationNumber: world.newCitizen())
                let vault = PINVault(registry: phone.registry)
                for _ in 1...10 { _ = try? vault.verify(.authentication, pin: PIN("99999")) }
                #expect(try phone.registry.slot(.authentication).status == .deleted)
                let restored = try TestPhone(
                    copying: phone, transport: AttestingTransport(world.bare, hardware: TestAttestation.hardware()))
                try Reattester(registry: restored.registry, transport: Self.attesting(restored)).reattest(
                    pins: restored.pins)
                #expect(try restored.get("/v3/device-status").status == 200)
                let slot = try world.deployment.value(
                    """
                    SELECT detail->>'slot' FROM audit_entry
                    WHERE kind = 'device.reattested' AND subject = '\(phone.documentNumber)'
                    """)
                #expect(slot == "SIGN")
            }
        }

        @Test("a document gets ten keys a day, because none of them is ever forgotten")
        func perDay() throws {
            try withWorld { world in
                let phone = try world.service.enrolledPhone(registrationNumber: world.newCitizen())
                let made = try world.deployment.value(
                    """
                    WITH made AS (
                        INSERT INTO attested_key (key_id, platform, environment, app_id, public_key, receipt,
                            document_number, bound_at, state)
                        SELECT sha256(convert_to('\(phone.documentNumber)' || i, 'UTF8')), 'ios', 'production', 'x',
                            decode(repeat('04', 65), 'hex'), '', '\(phone.documentNumber)', now(), 'RETIRED'
                        FROM generate_series(1, 9) AS i RETURNING 1)
                    SELECT count(*) FROM made
                    """)
                #expect(made == "9")
                func reattest() throws {
                    let anew = AttestingTransport(world.bare, hardware: try TestAttestation.hardware())
                    try Reattester(registry: phone.registry, transport: anew).reattest(pins: phone.pins)
                }
                #expect(#expect(throws: PhoneError.self) { try reattest() }?.code == "RATE_LIMITED")
                // Yesterday's do not count.
                _ = try world.deployment.value(
                    """
                    WITH moved AS (
                        UPDATE attested_key SET bound_at = bound_at - interval '24 hours'
                        WHERE document_number = '\(phone.documentNumber)' AND state = 'RETIRED' RETURNING 1)
                    SELECT count(*) FROM moved
                    """)
                try reattest()
            }
        }

        @Test("a suspended key alone proves nothing: its phone may be the copy")
        func suspended() throws {
            try withWorld { world in
                let (phone, restored, _) = try Self.suspended(world)
                let other = try restored.verified(world.newCitizen())
                for (proof, code) in [
                    (nil, "KEY_SUSPENDED"), ("nothing", "KYC_STATE_UNKNOWN"), (other, "KYC_PERSON_MISMATCH"),
                ] as [(String?, String)] {
                    let refused = #expect(throws: PhoneError.self) {
                        try Reattester(registry: restored.registry, transport: Self.attesting(restored)).reattest(
                            pins: restored.pins, authCode: proof)
                    }
                    #expect(refused?.code == code)
                }
                #expect(try phone.get("/v3/device-status").status == 200)
                let bound = try world.deployment.value(
                    "SELECT count(*) FROM attested_key WHERE document_number = '\(phone.documentNumber)'")
                #expect(bound == "1")
            }
        }

        @Test("with the citizen's proof of identity a suspended phone gets another key, for a refresh and nothing else")
        func suspendedCitizen() throws {
            try withWorld { world in
                let (_, restored, citizen) = try Self.suspended(world)
                let proof = try restored.verified(citizen)
                // The PIN is asked for as well: a proof of identity alone adopts no phone.
                var forged = try request(world, [UInt8](repeating: 0, count: 120))
                forged.headers.set("X-Device-Token", try restored.registry.registration().deviceToken)
                forged.body = Array(
                    #"{"proof":"\#(Base64.encode([UInt8](repeating: 0, count: 120)))","danAuthCode":"\#(proof)"}"#.utf8)
                let thief = try SignedRequest(forged, by: TestAttestation.hardware(), nonce: world.nonce())
                #expect(try world.bare.send(thief.request).outcome == "403 DL_REATTEST")

                try Reattester(registry: restored.registry, transport: Self.attesting(restored)).reattest(
                    pins: restored.pins, authCode: proof)
                #expect(try restored.get("/v3/device-status").json["state"]?.string == "SUSPENDED")
                #expect(throws: (any Error).self) {
                    try world.service.relyingParty.sign(digest: SHA256.hash([5]), document: restored.documentNumber)
                }
                // The same proof is good for the refresh of each key.
                for slot in Slot.allCases { try restored.refresh(slot, authCode: proof) }
                let session = try world.service.relyingParty.sign(
                    digest: SHA256.hash([5]), document: restored.documentNumber)
                try restored.approve(session)
                #expect(try world.service.relyingParty.hasValidSignature(session, digest: SHA256.hash([5])))
            }
        }

        /// A phone whose keys are suspended, the same with another enclave, and whose they are.
        private static func suspended(
            _ world: AttestedWorld
        ) throws -> (phone: TestPhone, restored: TestPhone, citizen: String) {
            let citizen = world.newCitizen()
            let phone = try world.service.enrolledPhone(registrationNumber: citizen)
            try world.deployment.sql(
                "UPDATE key_share SET state = 'SUSPENDED' WHERE document_number = '\(phone.documentNumber)'")
            let anew = AttestingTransport(world.bare, hardware: try TestAttestation.hardware())
            return (phone, try TestPhone(copying: phone, transport: anew), citizen)
        }

        private static func attesting(_ phone: TestPhone) throws -> AttestingTransport {
            try #require(phone.transport as? AttestingTransport)
        }

        @Test("tries are counted for the key that makes them")
        func limited() throws {
            try withWorld { world in
                let thief = try TestAttestation.hardware()
                var last = "403 DL_REATTEST"
                for _ in 0..<12 where last == "403 DL_REATTEST" {
                    let request = try request(world, [UInt8](repeating: 0, count: 120))
                    last = try world.bare.send(
                        SignedRequest(request, by: thief, nonce: world.nonce()).request
                    ).outcome
                }
                #expect(last == "429 RATE_LIMITED")
            }
        }

        private func request(_ world: AttestedWorld, _ proof: [UInt8]) throws -> PhoneRequest {
            PhoneRequest(
                method: "POST", path: "/v3/mobile/reattest",
                headers: [
                    "Content-Type": "application/json",
                    "X-Device-Token": try world.phone.registry.registration().deviceToken,
                ], body: Array(#"{"proof":"\#(Base64.encode(proof))"}"#.utf8))
        }
    }
}
