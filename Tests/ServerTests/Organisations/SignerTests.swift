import Crypto
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// Who else acts for an organisation (rp-api.md §10).
@Suite struct SignerTests {
    private let signers = "/signers/1234567/etsi/12345678"
    private let number = "МА74101813"

    private func refused(_ answer: SessionWorld.Answer, _ status: Int, _ code: String) -> Bool {
        answer.status == status && answer.code == code
    }

    private func add(_ world: SessionWorld, _ number: String, role: String = "Нягтлан") throws -> SessionWorld.Answer {
        try world.organisation("POST", signers, .object(["signerRegNo": .string(number), "role": .string(role)]))
    }

    private func states(_ answer: SessionWorld.Answer) -> [String] {
        (answer.json["signers"]?.array ?? []).map { signer in
            ["regNo", "rightType", "status", "source", "self"].map { name in
                signer[name]?.string ?? signer[name]?.bool.map { "\($0)" } ?? "-"
            }.joined(separator: " ")
        }
    }

    private let director = "УХ00112233 ADMIN ACTIVE REGISTRY true"

    @Test func aSignerIsPendingUntilSigned() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let other = try world.addCitizen("87654321", number)
        let phone = try world.enrol(other)
        let answer = try add(world, number)
        #expect(answer.status == 200)
        #expect(states(answer) == [director, "\(number) MANAGER PENDING MANUAL false"])
        #expect(answer.json["signers"]?.array?.last?["name"] == "Баяр Анар")
        #expect(answer.json["signers"]?.array?.last?["nameEn"] == "BAYAR ANAR")
        let pending = try #require(answer.json["pendingConfirmation"]?.object)
        let session = try #require(pending["sessionId"]?.string)
        #expect(pending["orgRegister"] == "1234567" && pending["orgName"] == "Жишээ ХХК")
        #expect(pending["signerEtsi"] == "PNOMN-87654321" && pending["signerRegNo"]?.string == number)
        #expect(world.published.ids.contains(phone.document))

        // The citizen sees what it is about, in words of the service.
        let shown = try world.phoneGet("/session/\(session)", phone).json
        let items = try #require(Interactions.items(of: shown["interactions"]?.string ?? ""))
        #expect(items.map(\.type) == [.confirmationMessage, .displayTextAndPIN])
        #expect(items.allSatisfy { $0.displayText.contains("1234567") })
        #expect(items[0].displayText.contains("«Жишээ ХХК»") && items[0].displayText.contains("Нягтлан"))
        #expect(shown["relyingPartyRegisteredName"] == "Дэмо банк" && shown["slot"] == "SIGN" && shown["vc"] == nil)
        // What is signed is the stored statement.
        let stored = try world.sessions.result(
            id: session, party: world.partyId, deadline: SessionWorld.soon()
        ).session
        #expect(stored.digest == SHA256.hash(stored.requestJSON))
        let statement = try JSONParser.parse(stored.requestJSON)
        #expect(statement["orgEtsi"] == "NTRMN-1234567" && statement["signer"] == "PNOMN-87654321")
        #expect(statement["orgName"] == "Жишээ ХХК" && statement["rightType"] == "MANAGER")

        try world.finish(session, phone, slot: "SIGN")
        let after = try world.organisation("GET", signers)
        #expect(states(after) == [director, "\(number) MANAGER ACTIVE MANUAL false"])
        #expect(after.json["pendingConfirmation"] == .null)
        let sign = try world.post(
            "/signature/notification/etsi/PNOMN-87654321",
            world.body(.signature) { $0["onBehalfOf"] = "NTRMN-1234567" })
        #expect(sign.status == 200)
        let audited = try world.database.execute(
            "SELECT detail->>'session' FROM audit_entry WHERE kind = 'representation.confirmed'")
        #expect(audited == [[session]])
    }

    /// Nothing but a signature in that session confirms.
    @Test func otherEndsConfirmNothing() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let phone = try world.enrol(try world.addCitizen("87654321", number))
        let session = try #require(try add(world, number).json["pendingConfirmation"]?["sessionId"]?.string)
        let plain = try #require(
            try world.post("/signature/notification/etsi/PNOMN-87654321", world.body(.signature)).json["sessionID"]?
                .string)
        try world.finish(plain, phone, slot: "SIGN")
        _ = try world.refuse(session, .object(["reason": "USER_REFUSED"]), phone)
        let after = try world.organisation("GET", signers)
        #expect(states(after).last == "\(number) MANAGER PENDING MANUAL false")
        #expect(after.json["pendingConfirmation"] == .null)
        // A session of another person, as only a fault could make it.
        try world.database.execute(
            "UPDATE rp_session SET confirms = (SELECT id FROM representation WHERE state = 'PENDING') WHERE id = '\(plain)'"
        )
        try world.database.execute("UPDATE rp_session SET citizen_id = '\(world.citizen.id)' WHERE id = '\(plain)'")
        try world.database.execute(
            """
            UPDATE rp_session SET state = 'RUNNING', end_result = NULL, completed_at = NULL, signature = NULL
            WHERE id = '\(plain)'
            """)
        try world.finish(plain, phone, slot: "SIGN")
        #expect(states(try world.organisation("GET", signers)).last == "\(number) MANAGER PENDING MANUAL false")
        #expect(
            refused(
                try world.post(
                    "/signature/notification/etsi/PNOMN-87654321",
                    world.body(.signature) { $0["onBehalfOf"] = "NTRMN-1234567" }), 403, "REPRESENTATION_PENDING"))
    }

    @Test func askedAgain() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let phone = try world.enrol(try world.addCitizen("87654321", number))
        let first = try #require(try add(world, number).json["pendingConfirmation"]?["sessionId"]?.string)
        #expect(refused(try add(world, number), 409, "CONFLICT"))
        let resend = signers + "/resend?signer=" + PercentCoding.encode(number)
        let second = try #require(
            try world.organisation("POST", resend).json["pendingConfirmation"]?["sessionId"]?.string)
        #expect(first != second)
        // The question before is withdrawn.
        #expect(try world.get("/session/\(first)").json["result"]?["endResult"] == "TIMEOUT")
        #expect(try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array?.count == 1)
        try world.finish(second, phone, slot: "SIGN")
        #expect(refused(try world.organisation("POST", resend), 409, "CONFLICT"))
        #expect(
            refused(try world.organisation("POST", signers + "/resend?signer=99999999"), 404, "PERSON_NOT_FOUND"))
        #expect(refused(try world.organisation("POST", signers + "/resend"), 400, "QUERY_INVALID"))
        #expect(refused(try world.organisation("POST", signers + "/resend?signer=x"), 400, "PERSON_ID_INVALID"))
    }

    /// Whether the right ends or the register says it, nobody is asked for it any more.
    @Test func theQuestionEndsWithWhatItAsks() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let phone = try world.enrol(try world.addCitizen("87654321", number))
        try world.logIn(phone)
        func ask() throws -> String {
            try #require(try add(world, number).json["pendingConfirmation"]?["sessionId"]?.string)
        }
        func isWithdrawn(_ session: String) throws -> Bool {
            let result = try world.get("/session/\(session)").json["result"]
            return try result?["endResult"] == "TIMEOUT"
                && world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array == []
        }
        let given = try ask()
        #expect(try world.organisation("DELETE", "/representations/etsi/87654321/1234567").status == 200)
        #expect(try isWithdrawn(given))

        let linked = try ask()
        let answer = try world.organisation("POST", "/representations/etsi/87654321", SessionWorld.link(person: number))
        #expect(answer.status == 200)
        #expect(try isWithdrawn(linked))
        let audited = try world.database.execute(
            "SELECT subject FROM audit_entry WHERE kind = 'session.completed' AND detail->>'detail' = 'CANCELLED'")
        #expect(audited == [[given], [linked]])
    }

    /// A question that may not be asked again now is not lost.
    @Test func aRefusedResendWithdrawsNothing() throws {
        let world = try SessionWorld(
            settings: RelyingPartySettings(rights: ["SIGN", "ORG_WRITE"]), limits: RateLimits(promptsPerMinute: 2))
        _ = try world.director()
        let phone = try world.enrol(try world.addCitizen("87654321", number))
        func resend() throws -> SessionWorld.Answer {
            try world.organisation("POST", signers + "/resend?signer=87654321")
        }
        _ = try add(world, number)
        let last = try #require(try resend().json["pendingConfirmation"]?["sessionId"]?.string)
        #expect(refused(try resend(), 429, "RATE_LIMITED"))
        let pending = try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array ?? []
        #expect(pending.map { $0["sessionId"]?.string ?? $0["sessionID"]?.string } == [last])
    }

    /// The question that is withdrawn makes room for the one that takes its place, and stays where there is none.
    @Test func aResendNeedsNoPlaceOfItsOwn() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let phone = try world.enrol(try world.addCitizen("87654321", number))
        func places(_ count: Int) throws {
            try world.database.execute(
                "UPDATE relying_party SET open_sessions = \(count) WHERE id = '\(world.partyId)'")
        }
        func resend() throws -> SessionWorld.Answer {
            try world.organisation("POST", signers + "/resend?signer=87654321")
        }
        func asking() throws -> [String?] {
            try world.database.execute(
                "SELECT id FROM rp_session WHERE confirms IS NOT NULL AND state = 'RUNNING'"
            ).map { $0[0] }
        }
        _ = try add(world, number)
        try places(1)
        let second = try #require(try resend().json["pendingConfirmation"]?["sessionId"]?.string)
        #expect(try asking() == [second])
        try places(2)
        let target = "/signature/notification/document/" + phone.document
        #expect(try world.post(target, world.body(.signature)).status == 200)
        try places(1)
        #expect(refused(try resend(), 429, "SESSION_LIMIT"))
        #expect(try asking() == [second])
    }

    @Test func ofManyResendsAtOnceOneQuestionStays() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let phone = try world.enrol(try world.addCitizen("87654321", number))
        _ = try add(world, number)
        let threads = (0..<8).map { _ in
            OSThread.start(name: "resend") { [signers] in
                _ = try? world.organisation("POST", signers + "/resend?signer=87654321")
            }
        }
        for thread in threads { thread?.join() }
        let asked = try world.database.execute(
            "SELECT count(*), count(*) FILTER (WHERE state = 'RUNNING') FROM rp_session WHERE confirms IS NOT NULL")
        #expect(asked == [["9", "1"]])
        #expect(try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array?.count == 1)
    }

    @Test func anotherPartySeesNoSession() throws {
        let world = try SessionWorld.withRegister()
        let director = try world.director()
        _ = try world.enrol(try world.addCitizen("87654321", number))
        let other = (id: SessionWorld.uuid(), secret: "rp_sk_other")
        try world.addParty(id: other.id, secret: other.secret)
        try world.logIn(director, party: other)
        #expect(try add(world, number).json["pendingConfirmation"]?.object != nil)
        let seen = try world.organisation("GET", signers, secret: other.secret)
        #expect(states(seen).last == "\(number) MANAGER PENDING MANUAL false")
        #expect(seen.json["pendingConfirmation"] == .null)
    }

    @Test func whoCannotBeAsked() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let none = try add(world, number)
        #expect(refused(none, 404, "PERSON_NOT_FOUND") && none.pointer == "/signerRegNo")
        _ = try world.addCitizen("87654321", number)
        #expect(refused(try add(world, number), 404, "CERTIFICATE_NOT_FOUND"))
        let bad = try add(world, "x")
        #expect(bad.status == 400 && bad.pointer == "/signerRegNo")
        #expect(refused(try add(world, "УХ00112233"), 409, "CONFLICT"))
        #expect(try world.database.execute("SELECT count(*) FROM representation") == [["1"]])
    }

    @Test func aFullPhoneIsNotAskedAndNothingIsStored() throws {
        let world = try SessionWorld(
            settings: RelyingPartySettings(rights: ["SIGN", "ORG_WRITE"]), openSessions: 1)
        _ = try world.director()
        _ = try world.enrol(try world.addCitizen("87654321", number))
        let open = try world.post("/signature/notification/etsi/PNOMN-87654321", world.body(.signature))
        #expect(open.status == 200)
        #expect(refused(try add(world, number), 429, "SESSION_LIMIT"))
        #expect(try world.database.execute("SELECT count(*) FROM representation") == [["1"]])
    }

    @Test func removedByWhom() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let other = try world.addCitizen("87654321", number)
        let phone = try world.enrol(other)
        let session = try #require(try add(world, number).json["pendingConfirmation"]?["sessionId"]?.string)
        let mine = "?signer=" + PercentCoding.encode("УХ00112233"), theirs = "?signer=87654321"
        // Not confirmed yet: the question is withdrawn with it.
        #expect(states(try world.organisation("DELETE", signers + theirs)) == [director])
        #expect(try world.get("/session/\(session)").json["result"]?["endResult"] == "TIMEOUT")
        #expect(refused(try world.organisation("DELETE", signers + theirs), 404, "PERSON_NOT_FOUND"))

        let again = try #require(try add(world, number).json["pendingConfirmation"]?["sessionId"]?.string)
        let asOther = "/signers/1234567/etsi/87654321"
        try world.logIn(phone)
        #expect(refused(try world.organisation("GET", asOther), 403, "REPRESENTATION_PENDING"))
        try world.finish(again, phone, slot: "SIGN")
        // A manager sees the others, and decides nothing but for himself.
        #expect(states(try world.organisation("GET", asOther)).last == "\(number) MANAGER ACTIVE MANUAL true")
        #expect(
            refused(
                try world.organisation("POST", asOther, .object(["signerRegNo": "УХ00112233"])), 403,
                "REPRESENTATION_DENIED"))
        #expect(refused(try world.organisation("DELETE", asOther + mine), 403, "REPRESENTATION_DENIED"))
        let left = try world.organisation("DELETE", asOther + theirs)
        #expect(left.status == 200 && states(left) == [])
        #expect(refused(try world.organisation("GET", asOther), 403, "REPRESENTATION_DENIED"))
        // What the register says of somebody, another representative does not end.
        try world.database.execute(
            """
            INSERT INTO representation (id, register, citizen_id, right_type, source, state, rp_id)
            VALUES (gen_random_uuid(), '1234567', '\(other.id)', 'ADMIN', 'REGISTRY', 'ACTIVE', '\(world.partyId)')
            """)
        #expect(refused(try world.organisation("DELETE", signers + theirs), 403, "REPRESENTATION_DENIED"))
        #expect(try world.organisation("DELETE", asOther + theirs).status == 200)
    }

    @Test func aLongNameIsCutAndTheNumberNot() throws {
        let world = try SessionWorld.withRegister()
        try world.logIn(try world.enrol())
        let long = String(repeating: "Ё", count: 200)
        _ = try world.organisation(
            "POST", "/representations/etsi/12345678", SessionWorld.link(name: long))
        let phone = try world.enrol(try world.addCitizen("87654321", number))
        let answer = try add(world, number, role: String(repeating: "ё", count: 120))
        let session = try #require(answer.json["pendingConfirmation"]?["sessionId"]?.string)
        let shown = try world.phoneGet("/session/\(session)", phone).json
        let items = try #require(Interactions.items(of: shown["interactions"]?.string ?? ""))
        #expect(items[0].displayText.contains("…» (РД 1234567)"))
        #expect(items[0].displayText.unicodeScalars.count <= 200)
    }
}
