import Crypto
import Foundation
import TestSupport
import Testing
import Wire

@testable import Server

/// `POST /pairing/claim` and `GET /pairing/status`.
@Suite struct ClaimTests {
    private let world: PairingWorld
    private let key: P256SigningKey

    init() throws {
        world = try PairingWorld()
        key = try P256SigningKey.generate(random: SystemRandom())
    }

    @Test func aPhoneGetsATokenOfItsOwnAndIsKnownByIt() throws {
        let service = try world.call("GET", "/v3/pairing")
        #expect(service.json["protocol"]?.string == "tamga" && service.json["version"]?.string == "1.0")
        let code = try world.invite().url.code
        let answer = try world.claim(world.claimBody(code, key: key))
        #expect(answer.status == 200)
        #expect(answer.json["serviceId"] == service.json["serviceId"])
        #expect(answer.json["url"]?.string == PairingWorld.url)
        #expect(answer.json["certFingerprint"]?.string == PairingURL.text(of: PairingWorld.fingerprint))
        let token = try #require(answer.json["token"]?.string)
        let status = try world.status(token)
        #expect(status.status == 200 && status.json["hasKey"]?.bool == true && status.json["name"]?.string == "Утас")
        for member in ["deviceId", "serviceId", "certFingerprint", "pairedAt"] {
            #expect(status.json[member] == answer.json[member], "\(member)")
        }
        #expect(try world.claim(world.claimBody(code, key: key)).code == "PAIRING_CODE_INVALID")
    }

    /// What was signed is what is claimed, and by the key that is claimed; else nothing happens to the code.
    @Test func aClaimThatItsKeyHasNotSignedChangesNothing() throws {
        let code = try world.invite().url.code
        let other = try P256SigningKey.generate(random: SystemRandom())
        let bodies = try [
            world.claimBody(code, key: key, signer: other),
            world.claimBody(code, key: key, serviceId: SessionWorld.uuid()),
            world.claimBody(code, key: key, fingerprint: SystemRandom().bytes(32)),
            world.claimBody(code, key: key, signedCode: PairingWorld.other(than: code)),
        ]
        var renamed = try #require(try world.claimBody(code, key: key).object)
        renamed["name"] = "somebody else"
        for body in bodies + [.object(renamed)] {
            #expect(try world.claim(body).code == "PAIRING_PROOF")
        }
        // A wrong code with a signature over the right one says as little.
        let wrong = try world.claimBody(PairingWorld.other(than: code), key: key, signedCode: code)
        #expect(try world.claim(wrong).code == "PAIRING_PROOF")
        #expect(try world.count("SELECT wrong_tries FROM pairing_code WHERE ended_at IS NULL") == "0")
        #expect(try world.count("SELECT count(*) FROM paired_device") == "0")
        #expect(try world.claim(world.claimBody(code, key: key)).status == 200)
    }

    @Test func malformedClaimsNameTheirMember() throws {
        let code = try world.invite().url.code
        let good = try #require(try world.claimBody(code, key: key).object)
        func pointer(_ name: String, _ value: JSONValue?) throws -> String? {
            var body = good
            body[name] = value
            let answer = try world.claim(.object(body))
            return answer.status == 400 ? answer.pointer : "\(answer.status)"
        }
        for value: JSONValue? in [nil, "12345", "1234567", "012345", "12345x", 123_456] {
            #expect(try pointer("code", value) == "/code")
        }
        var offCurve = SPKI.p256Prefix + key.publicKey
        offCurve[90] ^= 1
        for bytes in [offCurve, Array(offCurve.dropFirst(26)), [UInt8](repeating: 0, count: 91)] {
            #expect(try pointer("devicePublicKey", .string(Base64.encode(bytes))) == "/devicePublicKey")
        }
        #expect(try pointer("signature", "no Base64") == "/signature")
        for name: JSONValue in ["", "a\u{1B}[31m", "a\u{202E}b", .string(String(repeating: "x", count: 65)), 7] {
            #expect(try pointer("name", name) == "/name", "\(name)")
        }
        for signature: [UInt8] in [[], [0x30, 0x00], [UInt8](repeating: 1, count: 64)] {
            var body = good
            body["signature"] = .string(Base64.encode(signature))
            #expect(try world.claim(.object(body)).code == "PAIRING_PROOF")
        }
        #expect(try world.count("SELECT wrong_tries FROM pairing_code WHERE ended_at IS NULL") == "0")
    }

    /// Of a code that is closed nothing is judged, not even who claims it.
    @Test func aClosedCodeIsRefusedBeforeAnythingElse() throws {
        let other = try P256SigningKey.generate(random: SystemRandom())
        func unsigned(_ code: String) throws -> String? {
            try world.claim(world.claimBody(code, key: key, signer: other)).code
        }
        let used = try world.invite().url.code
        #expect(try unsigned(used) == "PAIRING_PROOF")
        #expect(try world.claim(world.claimBody(used, key: key)).status == 200)
        #expect(try unsigned(used) == "PAIRING_CODE_INVALID")
        let expired = try world.invite()
        try world.age(expired, seconds: 61)
        #expect(try unsigned(expired.url.code) == "PAIRING_CODE_INVALID")
        let locked = try world.invite().url.code
        for _ in 0..<5 { _ = try world.local(PairingWorld.other(than: locked)) }
        #expect(try unsigned(locked) == "PAIRING_CODE_LOCKED")
    }

    @Test func wrongCodesOfSignedClaimsCount() throws {
        let code = try world.invite().url.code, wrong = PairingWorld.other(than: code)
        for _ in 0..<5 { #expect(try world.claim(world.claimBody(wrong, key: key)).code == "PAIRING_CODE_INVALID") }
        let locked = try world.claim(world.claimBody(code, key: key))
        #expect(locked.status == 429 && locked.code == "PAIRING_CODE_LOCKED")
        #expect(locked.response.headers["Retry-After"] == "60")
    }

    @Test func ofManyAtOnceOneWins() async throws {
        let code = try world.invite().url.code
        let bodies = try (0..<12).map { _ in
            try world.claimBody(code, key: P256SigningKey.generate(random: SystemRandom()))
        }
        let answers = try inParallel(bodies) { try world.claim($0) }
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(answers.filter { $0.code == "PAIRING_CODE_INVALID" }.count == 11)
        #expect(try world.count("SELECT count(*) FROM paired_device") == "1")
    }

    /// However many come at once, a code is compared five times with a wrong one and never a sixth time.
    @Test func wrongTriesAtOnceAreFiveAltogether() throws {
        let invitation = try world.invite()
        let wrong = PairingWorld.other(than: invitation.url.code)
        let answers = try inParallel(Array(repeating: wrong, count: 20)) { try world.local($0) }
        #expect(answers.filter { $0.status == 401 }.count == 5)
        #expect(answers.filter { $0.status == 429 }.count == 15)
        #expect(try world.count("SELECT wrong_tries FROM pairing_code") == "5")
    }

    private func inParallel<Item: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (Item) throws -> SessionWorld.Answer
    ) throws -> [SessionWorld.Answer] {
        let results = Monitor<[SessionWorld.Answer]>([])
        let threads = items.map { item in
            OSThread.start(name: "claim") {
                if let answer = try? body(item) { results.withLock { $0.append(answer) } }
            }
        }
        for thread in threads { thread?.join() }
        return results.withLock { $0 }
    }

    @Test func theSameKeyPairsAgainAndItsFormerTokenDies() throws {
        let first = try world.claim(world.claimBody(world.invite().url.code, key: key))
        let second = try world.claim(world.claimBody(world.invite().url.code, key: key, name: nil))
        #expect(first.json["deviceId"] == second.json["deviceId"])
        let (old, new) = (try #require(first.json["token"]?.string), try #require(second.json["token"]?.string))
        #expect(old != new)
        #expect(try world.status(old).code == "PAIRING_TOKEN_INVALID")
        let status = try world.status(new)
        #expect(status.status == 200 && status.json["name"] == nil)
        #expect(try world.desk.devices(deadline: PairingWorld.soon()).count == 1)
    }

    @Test func trustOutlivesTheProcess() throws {
        let answer = try world.claim(world.claimBody(world.invite().url.code, key: key))
        let token = try #require(answer.json["token"]?.string)
        let open = try world.invite()
        let restarted = try PairingWorld(on: world.database)
        #expect(try restarted.status(token).json["deviceId"] == answer.json["deviceId"])
        // A code is good at any replica too.
        #expect(try restarted.local(open.url.code).status == 200)
    }

    @Test func aRevokedPhoneIsToldAndMayPairAgain() throws {
        let answer = try world.claim(world.claimBody(world.invite().url.code, key: key))
        let (id, token) = (
            try #require(answer.json["deviceId"]?.string), try #require(answer.json["token"]?.string)
        )
        #expect(try world.desk.revoke(id, by: "test", deadline: PairingWorld.soon()))
        #expect(try !world.desk.revoke(id, by: "test", deadline: PairingWorld.soon()))
        let refused = try world.status(token)
        #expect(refused.status == 403 && refused.code == "PAIRING_REVOKED")
        let again = try world.claim(world.claimBody(world.invite().url.code, key: key))
        #expect(again.json["deviceId"]?.string == id)
        #expect(try world.status(#require(again.json["token"]?.string)).status == 200)
        #expect(try world.status(token).code == "PAIRING_TOKEN_INVALID")
        let kinds = try world.database.execute("SELECT kind FROM audit_entry ORDER BY id").map { $0[0] }
        #expect(
            kinds == [
                "pairing.opened", "pairing.claimed", "pairing.revoked", "pairing.opened", "pairing.claimed",
            ])
    }

    @Test func aTokenIsNeededAndWrongOnesAreSlowedDown() throws {
        #expect(try world.call("GET", "/v3/pairing/status").code == "PAIRING_TOKEN_MISSING")
        #expect(try world.status("x").code == "PAIRING_TOKEN_INVALID")
        let answer = try world.claim(world.claimBody(world.invite().url.code, key: key))
        let token = try #require(answer.json["token"]?.string)
        #expect(try world.status(token).status == 200)
        let nobody = Base64URL.encode(SystemRandom().bytes(32))
        for _ in 0..<Limits.wrongCredentialsPerMinute {
            #expect(try world.status(nobody).code == "PAIRING_TOKEN_INVALID")
        }
        // One more a second is let in meanwhile, however slow this machine is.
        #expect(try (0..<2_000).contains { _ in try world.status(nobody).code == "RATE_LIMITED" })
        // Who was known before is not shut out by a neighbour.
        #expect(try world.status(token).status == 200)
    }
}
