import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// Whom a citizen may represent (rp-api.md §10).
@Suite struct OrganisationRouteTests {
    private let path = "/representations/etsi/PNOMN-12345678"

    private func refused(_ answer: SessionWorld.Answer, _ status: Int, _ code: String) -> Bool {
        answer.status == status && answer.code == code
    }

    @Test func onlyForWhoHasLoggedInHereToday() throws {
        let world = try SessionWorld.withRegister()
        let phone = try world.enrol()
        let other = (id: SessionWorld.uuid(), secret: "rp_sk_other")
        try world.addParty(id: other.id, secret: other.secret)
        func isRefused() throws -> Bool { refused(try world.organisation("GET", path), 403, "RECENT_LOGIN_REQUIRED") }
        #expect(try isRefused())
        // Who is enrolled is not told.
        #expect(
            refused(
                try world.organisation("GET", "/representations/etsi/PNOMN-99999999"), 403, "RECENT_LOGIN_REQUIRED"))
        // Elsewhere, by a signature, or not at all.
        try world.logIn(phone, party: other)
        try world.finish(try world.open(.signature), phone, slot: "SIGN")
        _ = try world.refuse(try world.open(.authentication), .object(["reason": "USER_REFUSED"]), phone)
        #expect(try isRefused())
        try world.logIn(phone)
        let answer = try world.organisation("GET", path)
        #expect(answer.json == ["personEtsi": "PNOMN-12345678", "representations": .array([])])
        try world.database.execute("UPDATE rp_session SET completed_at = completed_at - interval '24 hours'")
        #expect(try isRefused())
        for (method, path, body) in [
            ("POST", path, SessionWorld.link()), ("DELETE", path + "/1234567", nil),
            ("GET", "/signers/1234567/etsi/12345678", nil),
            ("POST", "/signers/1234567/etsi/12345678", .object(["signerRegNo": "МА85031426"])),
            ("DELETE", "/signers/1234567/etsi/12345678?signer=1", nil),
            ("POST", "/signers/1234567/etsi/12345678/resend?signer=1", nil),
            ("PUT", "/name-latin/1234567/etsi/12345678", .object(["nameLatin": "X"])),
        ] as [(String, String, JSONValue?)] {
            #expect(refused(try world.organisation(method, path, body), 403, "RECENT_LOGIN_REQUIRED"), "\(path)")
            let none = try world.organisation(method, path, body, secret: "rp_sk_wrong")
            #expect(refused(none, 401, "UNAUTHORIZED"))
        }
    }

    @Test func sayingWhoRepresentsNeedsARight() throws {
        let world = try SessionWorld()
        try world.logIn(try world.enrol())
        #expect(try world.organisation("GET", path).status == 200)
        for (method, path) in [
            ("POST", path), ("DELETE", path + "/1234567"), ("POST", "/signers/1234567/etsi/12345678"),
            ("DELETE", "/signers/1234567/etsi/12345678"), ("POST", "/signers/1234567/etsi/12345678/resend"),
            ("PUT", "/name-latin/1234567/etsi/12345678"),
        ] {
            #expect(refused(try world.organisation(method, path, .object([:])), 403, "RELYING_PARTY_RIGHT_MISSING"))
        }
    }

    @Test func linkedAndUnlinked() throws {
        let world = try SessionWorld.withRegister()
        try world.logIn(try world.enrol())
        let answer = try world.organisation("POST", path, SessionWorld.link())
        #expect(answer.status == 200 && answer.json["personEtsi"]?.string == "PNOMN-12345678")
        let right = try #require(answer.json["representations"]?.array?.first?.object)
        #expect(
            right.members.map(\.name) == [
                "orgEtsi", "orgRegister", "orgName", "role", "rightType", "source", "validFrom", "validTo",
            ])
        #expect(right["orgEtsi"] == "NTRMN-1234567" && right["rightType"] == "ADMIN" && right["source"] == "REGISTRY")
        // Said again: one right, with what is said now.
        let again = try world.organisation("POST", path, SessionWorld.link(kind: nil, name: "Жишээ 2"))
        let list = try #require(again.json["representations"]?.array)
        #expect(list.count == 1 && list[0]["rightType"] == "MANAGER" && list[0]["orgName"] == "Жишээ 2")
        #expect(try world.organisation("GET", path).json == again.json)
        let gone = try world.organisation("DELETE", path + "/NTRMN-1234567")
        #expect(gone.status == 200 && gone.json["representations"] == .array([]))
        #expect(refused(try world.organisation("DELETE", path + "/1234567"), 403, "REPRESENTATION_DENIED"))
        #expect(refused(try world.organisation("DELETE", path + "/7654321"), 404, "ORG_NOT_FOUND"))
        #expect(refused(try world.organisation("DELETE", path + "/%D0%90"), 404, "ORG_NOT_FOUND"))
        let kinds = try world.database.execute(
            "SELECT kind FROM audit_entry WHERE kind LIKE 'representation.%' ORDER BY id")
        #expect(kinds == [["representation.linked"], ["representation.linked"], ["representation.revoked"]])
    }

    @Test func whomTheRegisterDoesNotName() throws {
        let world = try SessionWorld.withRegister()
        try world.logIn(try world.enrol())
        let answer = try world.organisation("POST", path, SessionWorld.link(person: "АЮ79081904"))
        #expect(refused(answer, 403, "REPRESENTATION_DENIED") && answer.pointer == "/affiliates")
        #expect(try world.database.execute("SELECT count(*) FROM organisation") == [["0"]])
    }

    @Test func aClosedOrganisationHasNoRepresentatives() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let act = OperatorAct(by: "test", reason: "struck off")
        let store = world.stores.organisations
        #expect(try store.setActive(register: "1234567", false, act, deadline: SessionWorld.soon()))
        #expect(try !store.setActive(register: "1", false, act, deadline: SessionWorld.soon()))
        #expect(try world.organisation("GET", path).json["representations"] == .array([]))
        #expect(refused(try world.organisation("POST", path, SessionWorld.link()), 403, "ORG_NOT_ACTIVE"))
        #expect(
            refused(try world.organisation("GET", "/signers/1234567/etsi/12345678"), 403, "ORG_NOT_ACTIVE"))
        #expect(try store.setActive(register: "1234567", true, act, deadline: SessionWorld.soon()))
        #expect(try world.organisation("GET", path).json["representations"]?.array?.count == 1)
    }

    @Test func malformedBodies() throws {
        let world = try SessionWorld.withRegister()
        try world.logIn(try world.enrol())
        func check(_ pointer: String, _ change: (inout JSONObject) -> Void) throws {
            var body = try #require(SessionWorld.link().object)
            change(&body)
            let answer = try world.organisation("POST", path, .object(body))
            #expect(answer.status == 400 && answer.pointer == pointer, "\(pointer)")
        }
        try check("/orgRegister") { $0["orgRegister"] = "12 34" }
        try check("/orgRegister") { $0["orgRegister"] = .string(String(repeating: "1", count: 33)) }
        try check("/orgName") { $0["orgName"] = "" }
        try check("/orgName") { $0["orgName"] = "a\u{202E}b" }
        try check("/orgNameEn") { $0["orgNameEn"] = "Жишээ" }
        try check("/orgNameEn") { $0["orgNameEn"] = "12" }
        try check("/affiliates") { $0["affiliates"] = .array([]) }
        try check("/affiliates/0/regNo") { $0["affiliates"] = .array([.object(["regNo": "x"])]) }
        try check("/affiliates/0/kind") {
            $0["affiliates"] = .array([.object(["regNo": "УХ00112233", "kind": "COOK"])])
        }
    }

    @Test func theLatinName() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        let put = "/name-latin/1234567/etsi/12345678"
        let answer = try world.organisation("PUT", put, .object(["nameLatin": "Jishee LLC"]))
        #expect(answer.json["representations"]?.array?.first?["orgNameEn"] == "Jishee LLC")
        for body in [["nameLatin": "Жишээ"], ["nameLatin": ""], [:]] as [JSONObject] {
            let bad = try world.organisation("PUT", put, .object(body))
            #expect(bad.status == 400 && bad.pointer == "/nameLatin")
        }
        // A manager does not decide it.
        _ = try world.organisation("POST", path, SessionWorld.link(kind: "STAKEHOLDER"))
        #expect(
            refused(try world.organisation("PUT", put, .object(["nameLatin": "X"])), 403, "REPRESENTATION_DENIED"))
    }
}
