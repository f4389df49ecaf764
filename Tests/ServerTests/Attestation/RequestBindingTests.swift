import Crypto
import Foundation
import Phone
import ServerTestSupport
import Synchronization
import Testing
import Wire

@testable import Server

extension AttestationEndToEnd {
    @Suite("What a signature covers", .serialized)
    struct Binding {
        @Test("another method, path, query, body or nonce is not what was signed; the nonce stays good")
        func changes() throws {
            try withWorld { world in
                let nonce = try world.nonce()
                let refuse = PhoneRequest(
                    method: "POST", path: "/v3/mobile/session/\(try world.sign().id)/refuse?a=1",
                    headers: try world.request(world.guarded[0]).headers,
                    body: Array(#"{"reason":"USER_REFUSED"}"#.utf8))
                let signed = try world.signed(refuse, nonce: nonce)
                let other = try world.nonce()
                let changes: [(String, (inout PhoneRequest) -> Void)] = [
                    ("method", { $0.method = "PUT" }),
                    ("path", { $0.path = $0.path.replacing("/v3/", with: "/") }),
                    ("query", { $0.path += "0" }),
                    ("no query", { $0.path = $0.path.replacing("?a=1", with: "") }),
                    ("a blank behind the body", { $0.body?.append(0x20) }),
                    ("a byte of the body", { $0.body?[12] ^= 1 }),
                    ("nonce", { $0.headers.set("Attestation-Nonce", other) }),
                ]
                let counter = try world.counter()
                for (name, change) in changes {
                    var changed = signed
                    change(&changed)
                    let answer = try world.bare.send(changed)
                    let expected = name == "method" ? "405 METHOD_NOT_ALLOWED" : "401 ASSERTION_SIGNATURE"
                    #expect(answer.outcome == expected, "\(name)")
                }
                // Somebody who saw the nonce cannot burn it, and the counter has not moved.
                #expect(try world.counter() == counter)
                let honest = try world.bare.send(signed)
                #expect(honest.code?.hasPrefix("ASSERTION") != true && honest.code?.hasPrefix("ATTEST") != true)
            }
        }

        @Test("HEAD is not GET: a signature of one is none of the other")
        func methods() throws {
            try withWorld { world in
                var signed = try world.signed(world.status())
                signed.method = "HEAD"
                #expect(try world.bare.send(signed).status == 401)
            }
        }

        @Test("a nonce of another time or era, of nobody, or none")
        func nonces() throws {
            try withWorld { world in
                let now = Int64(Date().timeIntervalSince1970)
                let ours = try world.nonces()
                let cases: [(String, String)] = [
                    (ours.issue(nowSeconds: now, random: SystemRandom()), "200"),
                    (ours.issue(nowSeconds: now - 121, random: SystemRandom()), "401 ATTESTATION_NONCE_EXPIRED"),
                    (
                        try world.nonces(era: 2).issue(nowSeconds: now, random: SystemRandom()),
                        "401 ATTESTATION_NONCE_INVALID"
                    ),
                    (Base64URL.encode([UInt8](repeating: 7, count: 40)), "401 ATTESTATION_NONCE_INVALID"),
                    ("no nonce at all", "401 ATTESTATION_NONCE_INVALID"),
                    (String(repeating: "A", count: 4_000), "401 ATTESTATION_NONCE_INVALID"),
                    ("", "401 ATTESTATION_NONCE_MISSING"),
                ]
                for (nonce, outcome) in cases {
                    let answer = try world.bare.send(world.signed(world.status(), nonce: nonce))
                    #expect(answer.outcome == outcome, "\(nonce.prefix(20))")
                }
            }
        }

        @Test("malformed headers have a code each, and two of one kind are none")
        func headers() throws {
            try withWorld { world in
                let signed = try world.signed(world.status())
                let large = Base64.encode([UInt8](repeating: 0, count: 2_100))
                let cases: [(String, (inout HTTPHeaders) -> Void)] = [
                    ("ATTESTATION_TYPE_INVALID", { $0.set("Type", "Assert") }),
                    ("ATTESTATION_TYPE_INVALID", { $0.add("Type", "attest") }),
                    ("ATTESTATION_TYPE_INVALID", { $0.add("X-Attestation-Type", "attest") }),
                    ("ATTESTATION_KEY_ID_INVALID", { $0.set("KeyId", "AAAA") }),
                    ("ATTESTATION_KEY_ID_INVALID", { $0.add("KeyId", "AAAA") }),
                    ("ATTESTATION_KEY_UNKNOWN", { $0.set("KeyId", Base64.encode([UInt8](repeating: 1, count: 32))) }),
                    ("ATTESTATION_NONCE_INVALID", { $0.add("Attestation-Nonce", "x") }),
                    ("ASSERTION_FORMAT", { $0.set("Assertion", "no base64") }),
                    ("ASSERTION_FORMAT", { $0.set("Assertion", large) }),
                    ("ASSERTION_FORMAT", { $0.add("Assertion", "AAAA") }),
                    ("ATTESTATION_FORMAT", { $0.set("Type", "attest") }),
                    ("ATTESTATION_CBOR_TRUNCATED", { $0.set("Assertion", Base64.encode([0xA2])) }),
                ]
                for (code, change) in cases {
                    var changed = signed
                    change(&changed.headers)
                    let answer = try world.bare.send(changed)
                    #expect(answer.outcome == "401 \(code)")
                    #expect(ErrorShape.problems(answer).isEmpty)
                }
                var alias = signed
                alias.headers.set("Type", "assert")
                alias.headers.add("X-Attestation-Type", "assert")
                #expect(try world.bare.send(alias).status == 200)
            }
        }

        @Test("an attestation of 16 KiB passes the parser; what is above it is refused as one")
        func large() throws {
            try withWorld { world in
                for (count, outcome) in [
                    (16_384, "401 ATTESTATION_CBOR"), (16_385, "401 ATTESTATION_SIZE"),
                    (16_400, "401 ATTESTATION_FORMAT"),
                ] {
                    var request = try world.signed(world.status())
                    request.headers.set("Type", "attest")
                    request.headers.set("Attestation", Base64.encode([UInt8](repeating: 0, count: count)))
                    request.headers.set("Assertion", "")
                    let answer = try world.bare.send(request)
                    #expect(answer.outcome.hasPrefix(outcome), "\(answer.outcome)")
                }
            }
        }

        @Test("an attestation is bound to its request as an assertion is")
        func attestation() throws {
            try withWorld { world in
                let fresh = try TestAttestation.hardware()
                var request = PhoneRequest(
                    method: "POST", path: "/v3/kyc/dan/init", headers: ["Content-Type": "application/json"],
                    body: Array(#"{"registrationNumber":"УХ00112233"}"#.utf8))
                request = try SignedRequest(request, by: fresh, nonce: world.nonce()).request
                var changed = request
                changed.body?.append(0x20)
                #expect(try world.bare.send(changed).outcome == "401 ATTESTATION_NONCE")
                #expect(try world.bare.send(request).status == 200)
                #expect(try world.bare.send(request).outcome == "401 ATTESTATION_NONCE_SPENT")
            }
        }

        @Test("a key of another app or environment is refused")
        func foreign() throws {
            try withWorld { world in
                for (hardware, code) in [
                    (try TestAttestation.hardware(appID: "TESTTEAM01.mn.tamga.other"), "ATTESTATION_APP_ID"),
                    (try TestAttestation.hardware(environment: .development), "ATTESTATION_ENVIRONMENT"),
                ] {
                    let request = PhoneRequest(method: "GET", path: "/v3/kyc/methods")
                    let signed = try SignedRequest(request, by: hardware, nonce: world.nonce())
                    #expect(try world.bare.send(signed.request).outcome == "401 \(code)")
                }
            }
        }
    }
}
