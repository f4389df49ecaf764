import Crypto
import TestSupport
import Testing
import Wire

@testable import Server

/// Certificates without a signature, and the signature that follows (rp-api.md §3.4).
@Suite struct CertificateChoiceTests {
    /// The body of a choice: no protocol, no interactions.
    private func body(_ world: SessionWorld, _ change: (inout JSONObject) -> Void = { _ in }) -> JSONValue {
        var object: JSONObject = [
            "relyingPartyUUID": .string(world.partyId), "relyingPartyName": "DEMO", "nonce": "abc",
            "requestProperties": .object(["shareMdClientIpAddress": .bool(true)]),
            "capabilities": .array(["QUALIFIED"]),
        ]
        change(&object)
        return .object(object)
    }

    private let choice = "/signature/certificate-choice/notification/etsi/PNOMN-12345678"

    private func choose(_ world: SessionWorld, _ id: String, _ phone: SessionWorld.Phone) throws -> SessionWorld.Answer
    {
        try world.call(
            "POST", "/v3/mobile/session/\(id)/certificate-choice",
            ["X-Device-Token": phone.token, "Content-Type": "application/json"], Array("{}".utf8))
    }

    /// A choice that the phone has answered.
    private func chosen(_ world: SessionWorld, _ phone: SessionWorld.Phone) throws -> String {
        let id = try #require(try world.post(choice, body(world)).json["sessionID"]?.string)
        #expect(try choose(world, id, phone).status == 200)
        return id
    }

    @Test func byDocument() throws {
        let world = try SessionWorld()
        let phone = try world.enrol(level: "ADVANCED")
        func ask(_ document: String, _ level: String? = "ADVANCED") throws -> SessionWorld.Answer {
            try world.post(
                "/signature/certificate/" + document, body(world) { $0["certificateLevel"] = level.map { .string($0) } }
            )
        }
        let answer = try ask(phone.document.uppercased())
        #expect(answer.status == 200)
        #expect(answer.json == ["state": "OK", "cert": ["value": "MAA=", "certificateLevel": "ADVANCED"]])
        let low = try ask(phone.document, nil)
        #expect(low.status == 471 && low.code == "NO_SUITABLE_ACCOUNT")
        #expect(try ask(SessionWorld.uuid()).code == "DOCUMENT_NOT_FOUND")
        #expect(try ask("PNOEE-1-MOCK-Q").status == 404)
        let other = try world.post(
            "/signature/certificate/" + phone.document,
            body(world) { $0["relyingPartyUUID"] = .string(SessionWorld.uuid()) })
        #expect(other.status == 401 && other.code == "RELYING_PARTY_UNKNOWN")
        let level = try ask(phone.document, "HIGH")
        #expect(level.status == 400 && level.pointer == "/certificateLevel")
        let unusable: JSONValue = ["state": "DOCUMENT_UNUSABLE"]
        for change in [
            "UPDATE key_share SET state = 'LOCKED' WHERE slot = 'SIGN'",
            "UPDATE key_share SET state = 'ACTIVE'; UPDATE device SET state = 'SUSPENDED'",
            "UPDATE device SET state = 'ACTIVE'; UPDATE certificate SET not_after = now() - interval '1 s'",
        ] {
            try world.database.execute(change)
            let answer = try ask(phone.document)
            #expect(answer.status == 200 && answer.json == unusable)
        }
    }

    @Test func byNotification() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let answer = try world.post(choice, body(world))
        #expect(answer.status == 200 && answer.members == ["sessionID"])
        let id = try #require(answer.json["sessionID"]?.string)
        let waiting = try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array?.first
        #expect(waiting?["flow"]?.string == "CERTIFICATE_CHOICE" && waiting?["vc"] == nil)
        let details = try world.phoneGet("/session/\(id)", phone)
        #expect(details.json["flow"]?.string == "CERTIFICATE_CHOICE" && details.json["slot"]?.string == "SIGN")
        for _ in 0..<2 {
            #expect(try choose(world, id, phone).json == ["state": "COMPLETE", "endResult": "OK"])
        }
        #expect(
            try world.get("/session/\(id)").json == [
                "state": "COMPLETE", "result": ["endResult": "OK", "documentNumber": .string(phone.document)],
                "cert": ["value": "MAA=", "certificateLevel": "QUALIFIED"],
            ])
        #expect(world.published.ids.contains(id))
    }

    @Test func byDeviceLink() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let callback = "https://rp.example.mn/cb"
        let answer = try world.post(
            "/signature/certificate-choice/device-link/anonymous",
            body(world) { $0["initialCallbackUrl"] = .string(callback) })
        #expect(answer.members == ["sessionID", "sessionToken", "sessionSecret", "deviceLinkBase"])
        let session = LinkMaker.Session(
            token: try #require(answer.json["sessionToken"]?.string),
            secret: try #require(answer.json["sessionSecret"]?.string), base: SessionWorld.linkBase,
            signatureProtocol: "", challenge: "", name: "DEMO", interactions: "", callback: callback)
        let opened = try world.call(
            "POST", "/v3/mobile/device-link", ["X-Device-Token": phone.token, "Content-Type": "application/json"],
            JSONValue.object(["link": .string(try LinkMaker.link(session, "App2App", type: "cert"))]).bytes)
        let id = try #require(opened.json["sessionId"]?.string)
        #expect(try choose(world, id, phone).status == 200)
        #expect(try world.get("/session/\(id)").json["cert"]?["value"]?.string == "MAA=")
    }

    @Test func refusalsAndOtherSessions() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try #require(try world.post(choice, body(world)).json["sessionID"]?.string)
        let refused = try world.refuse(id, .object(["reason": "USER_REFUSED_CERT_CHOICE"]), phone)
        #expect(refused.json["endResult"]?.string == "USER_REFUSED_CERT_CHOICE")
        let late = try choose(world, id, phone)
        #expect(late.status == 409 && late.code == "SESSION_COMPLETE")
        #expect(try world.get("/session/\(id)").json["result"] == ["endResult": "USER_REFUSED_CERT_CHOICE"])
        let signature = try world.open(.signature)
        let wrong = try choose(world, signature, phone)
        #expect(wrong.status == 409 && wrong.code == "SESSION_TYPE_MISMATCH")
        #expect(try choose(world, SessionWorld.uuid(), phone).code == "SESSION_NOT_FOUND")
        let again = try #require(try world.post(choice, body(world)).json["sessionID"]?.string)
        try world.database.execute("UPDATE key_share SET state = 'SUSPENDED'")
        #expect(try choose(world, again, phone).code == "DOCUMENT_UNUSABLE")
    }

    @Test func aLinkedSignatureFollowsItsChoice() throws {
        let world = try SessionWorld()
        let phone = try world.enrol(), second = try world.enrol()
        let id = try chosen(world, phone)
        func sign(_ linked: JSONValue?, _ document: String) throws -> SessionWorld.Answer {
            try world.post(
                "/signature/notification/linked/" + document, world.body(.signature) { $0["linkedSessionID"] = linked })
        }
        let answer = try sign(.string(id), phone.document)
        #expect(answer.status == 200 && answer.members == ["sessionID"])
        let session = try #require(answer.json["sessionID"]?.string)
        let details = try world.phoneGet("/session/\(session)", phone)
        #expect(details.json["signatureProtocol"]?.string == "RAW_DIGEST_SIGNATURE" && details.json["vc"] == nil)
        #expect(try world.phoneGet("/session/\(session)", second).status == 404)

        func refused(_ answer: SessionWorld.Answer, _ status: Int, _ code: String) {
            #expect(answer.status == status && answer.code == code && answer.pointer == "/linkedSessionID")
        }
        refused(try sign(nil, phone.document), 400, "FIELD_MISSING")
        refused(try sign(.string("x"), phone.document), 404, "SESSION_NOT_FOUND")
        refused(try sign(.string(SessionWorld.uuid()), phone.document), 404, "SESSION_NOT_FOUND")
        refused(try sign(.string(id), second.document), 409, "EXPECTED_LINKED_SESSION")
        refused(try sign(.string(try world.open(.signature)), phone.document), 409, "EXPECTED_LINKED_SESSION")
        let unanswered = try #require(try world.post(choice, body(world)).json["sessionID"]?.string)
        refused(try sign(.string(unanswered), phone.document), 409, "EXPECTED_LINKED_SESSION")
        // A choice that was made for another party.
        let other = SessionWorld.uuid()
        try world.addParty(id: other, secret: "rp_sk_other")
        let foreign = try world.post(
            "/signature/notification/linked/" + phone.document,
            world.body(.signature) {
                $0["linkedSessionID"] = .string(id)
                $0["relyingPartyUUID"] = .string(other)
            }, secret: "rp_sk_other")
        refused(foreign, 404, "SESSION_NOT_FOUND")
        let codes = RequestBody.interactions(
            #"[{"type":"confirmationMessageAndVerificationCodeChoice","displayText200":"x"}]"#)
        let choosing = try world.post(
            "/signature/notification/linked/" + phone.document,
            world.body(.signature) {
                $0["linkedSessionID"] = .string(id)
                $0["interactions"] = codes
            })
        #expect(choosing.code == "INTERACTION_NOT_ALLOWED")
    }

    /// One transaction, which the citizen has begun by choosing: a second signature needs a second choice.
    @Test func oneChoiceIsFollowedByOneSignature() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        func sign(_ linked: String) throws -> SessionWorld.Answer {
            try world.post(
                "/signature/notification/linked/" + phone.document,
                world.body(.signature) { $0["linkedSessionID"] = .string(linked) })
        }
        let id = try chosen(world, phone)
        let first = try #require(try sign(id).json["sessionID"]?.string)
        for _ in 0..<2 {
            let second = try sign(id)
            #expect(second.status == 409 && second.code == "EXPECTED_LINKED_SESSION")
            #expect(second.pointer == "/linkedSessionID")
            // Whatever became of the first.
            _ = try world.refuse(first, .object(["reason": "USER_REFUSED"]), phone)
        }
        #expect(try sign(try chosen(world, phone)).status == 200)
    }

    @Test func cancelled() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        func cancel(_ secret: String) throws -> SessionWorld.Answer {
            try world.call("DELETE", "/v3/session/\(id)", ["Authorization": "Bearer " + secret])
        }
        try world.addParty(id: SessionWorld.uuid(), secret: "rp_sk_other")
        #expect(try cancel("rp_sk_other").code == "SESSION_NOT_FOUND")
        #expect(try world.phoneGet("/session/\(id)", phone).status == 200)
        for _ in 0..<2 {
            let answer = try cancel(world.secret)
            #expect(answer.status == 200)
            #expect(answer.json == ["state": "COMPLETE", "result": ["endResult": "TIMEOUT"]])
        }
        #expect(world.published.ids.filter { $0 == id }.count == 1)
        #expect(try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array?.isEmpty == true)
        #expect(try world.phoneGet("/session/\(id)", phone).code == "SESSION_EXPIRED")
        let detail = try world.database.execute("SELECT end_detail FROM rp_session WHERE id = '\(id)'").first?.first
        #expect(detail == "CANCELLED")
        // What has ended stays as it is.
        let refused = try world.open(.authentication)
        _ = try world.refuse(refused, .object(["reason": "USER_REFUSED"]), phone)
        let late = try world.call("DELETE", "/v3/session/\(refused)", ["Authorization": "Bearer " + world.secret])
        #expect(late.json["result"] == ["endResult": "USER_REFUSED"])
    }
}
