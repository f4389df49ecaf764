import Crypto
import Foundation
import TestSupport
import Testing
import Wire

@testable import Server

/// `GET /pair/local`, against what Aptove's app expects of a bridge.
@Suite struct LocalPairingTests {
    private func isRefused(_ answer: SessionWorld.Answer, _ status: Int, _ name: String, _ code: String) -> Bool {
        answer.status == status && answer.json["error"]?.string == name && answer.json["code"]?.string == code
            && answer.json["message"]?.string?.isEmpty == false
    }

    @Test func aCodeGivesATokenOnceAndTheFingerprintBare() throws {
        let world = try PairingWorld()
        let invitation = try world.invite()
        let answer = try world.local(invitation.url.code)
        #expect(answer.status == 200 && answer.response.headers["Cache-Control"] == "no-store")
        #expect(answer.json["agentId"]?.string == (try world.service.serviceId(PairingWorld.soon())))
        #expect(answer.json["url"]?.string == PairingWorld.url && answer.json["protocol"]?.string == "tamga")
        #expect(answer.json["version"]?.string == "1.0" && answer.json["cwd"]?.string == "/")
        #expect(answer.json["certFingerprint"]?.string == PairingURL.text(of: PairingWorld.fingerprint))
        let token = try #require(answer.json["authToken"]?.string)
        #expect(Base64URL.decode(token)?.count == 32)
        let status = try world.status(token)
        #expect(status.status == 200 && status.json["hasKey"]?.bool == false)
        #expect(status.json["deviceId"]?.string == answer.json["deviceId"]?.string)
        #expect(isRefused(try world.local(invitation.url.code), 401, "invalid_code", "PAIRING_CODE_INVALID"))
        // Neither code nor token is in the database.
        let rows = try world.database.execute("SELECT c::text, d::text FROM pairing_code c, paired_device d")
        #expect(rows.count == 1)
        for text in rows[0] { #expect(text?.contains(invitation.url.code) == false && text?.contains(token) == false) }
    }

    @Test func wrongUsedAndExpiredLookTheSame() throws {
        let world = try PairingWorld()
        let none = try world.local("123456")
        let used = try world.invite()
        _ = try world.local(used.url.code)
        let first = try world.local(used.url.code)
        let open = try world.invite()
        let wrong = try world.local(PairingWorld.other(than: open.url.code))
        try world.age(open, seconds: 61)
        let expired = try world.local(open.url.code)
        let malformed = try world.local("12%2B4")
        for answer in [none, first, wrong, expired, malformed] {
            #expect(isRefused(answer, 401, "invalid_code", "PAIRING_CODE_INVALID"))
            #expect(answer.json["message"] == none.json["message"])
            #expect(answer.members == none.members)
        }
    }

    @Test func withoutACodeThereIsNothingToTry() throws {
        let world = try PairingWorld()
        for target in ["/pair/local", "/pair/local?fp=AA", "/pair/local?code=", "/v3/pair/local?code="] {
            #expect(isRefused(try world.call("GET", target), 400, "missing_code", "PAIRING_CODE_MISSING"))
        }
        #expect(isRefused(try world.call("GET", "/pair/local?code=%"), 400, "query_invalid", "QUERY_INVALID"))
    }

    @Test func fiveWrongTriesLockTheCodeAndAnotherOneWorksAtOnce() throws {
        let world = try PairingWorld()
        let first = try world.invite()
        let wrong = PairingWorld.other(than: first.url.code)
        for _ in 0..<5 { #expect(try world.local(wrong).status == 401) }
        for code in [wrong, first.url.code] {
            let locked = try world.local(code)
            #expect(isRefused(locked, 429, "rate_limited", "PAIRING_CODE_LOCKED"))
            #expect(locked.response.headers["Retry-After"] == "60")
        }
        #expect(try world.standing(first) == .locked)
        #expect(try world.count("SELECT count(*) FROM audit_entry WHERE kind = 'pairing.locked'") == "1")
        let second = try world.invite()
        #expect(try world.local(second.url.code).status == 200)
    }

    @Test func triesOfAClosedCodeCountForNothing() throws {
        let world = try PairingWorld()
        let used = try world.invite()
        #expect(try world.local(used.url.code).status == 200)
        for _ in 0..<6 { #expect(try world.local("999999").status == 401) }
        let expired = try world.invite()
        try world.age(expired, seconds: 61)
        for _ in 0..<6 { #expect(try world.local("999999").status == 401) }
        #expect(try world.count("SELECT sum(wrong_tries) FROM pairing_code") == "0")
        #expect(try world.standing(expired) == .expired)
    }

    @Test func aNewCodeEndsTheFormerOne() throws {
        let world = try PairingWorld()
        let first = try world.invite(), second = try world.invite()
        #expect(try world.standing(first) == .ended)
        #expect(try world.local(first.url.code).status == 401 || first.url.code == second.url.code)
        #expect(try world.local(second.url.code).status == 200)
        let third = try world.invite()
        try world.desk.end(third.id, deadline: PairingWorld.soon())
        #expect(try world.local(third.url.code).status == 401)
        #expect(try world.count("SELECT count(*) FROM pairing_code WHERE ended_at IS NULL") == "0")
    }

    /// HEAD is answered wherever GET is, and would spend the code unseen.
    @Test func headSpendsNothing() throws {
        let world = try PairingWorld()
        let invitation = try world.invite()
        let answer = try world.outcome("HEAD", "/pair/local?code=\(invitation.url.code)")
        #expect(answer.status == 405 && answer.response.headers["Allow"] == "GET")
        #expect(try world.local(invitation.url.code).status == 200)
    }

    @Test func thirtyTriesAMinuteFromOneAddress() throws {
        let world = try PairingWorld()
        let (one, other) = (try #require(IPAddress("198.51.100.1")), try #require(IPAddress("198.51.100.2")))
        for _ in 0..<30 { #expect(try world.local("123456", from: one).status == 401) }
        // One more every two seconds is let in meanwhile, however slow this machine is.
        var refused = try world.local("123456", from: one)
        for _ in 0..<2_000 where refused.status != 429 { refused = try world.local("123456", from: one) }
        #expect(isRefused(refused, 429, "rate_limited", "RATE_LIMITED"))
        #expect(Int(refused.response.headers["Retry-After"] ?? "").map { (1...60).contains($0) } == true)
        let key = try P256SigningKey.generate(random: SystemRandom())
        let claim = try world.claimBody("123456", key: key)
        #expect(try (0..<2_000).contains { _ in try world.claim(claim, from: one).code == "RATE_LIMITED" })
        #expect(try world.local("123456", from: other).status == 401)
    }

    @Test func whereItIsOffEveryRouteSaysSo() throws {
        let world = try PairingWorld(on: PairingWorld().database, isOn: false)
        #expect(isRefused(try world.local("123456"), 503, "pairing_disabled", "PAIRING_DISABLED"))
        let json: HTTPHeaders = ["Content-Type": "application/json"]
        #expect(try world.call("POST", "/v3/pairing/claim", json, Array("{}".utf8)).code == "PAIRING_DISABLED")
        for path in ["/v3/pairing", "/pairing/status"] {
            #expect(try world.call("GET", path).code == "PAIRING_DISABLED")
        }
    }

    @Test func theDeskSaysWhatBecameOfACode() throws {
        let world = try PairingWorld()
        let invitation = try world.invite()
        guard case .open(let left) = try world.standing(invitation) else {
            Issue.record("not open")
            return
        }
        #expect((1...60).contains(left))
        let key = try P256SigningKey.generate(random: SystemRandom())
        let answer = try world.claim(world.claimBody(invitation.url.code, key: key, name: "iPhone 17"))
        let id = try #require(answer.json["deviceId"]?.string)
        #expect(try world.standing(invitation) == .used(deviceId: id, name: "iPhone 17"))
        // Once it is used, nothing ends it any more.
        try world.desk.end(invitation.id, deadline: PairingWorld.soon())
        #expect(try world.standing(invitation) == .used(deviceId: id, name: "iPhone 17"))
    }
}
