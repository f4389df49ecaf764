import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// The notification flows over a real database, from the request to the answer.
@Suite struct RelyingPartyRouteTests {
    private let login = "/authentication/notification/etsi/PNOMN-12345678"
    private let sign = "/signature/notification/etsi/PNOMN-12345678"

    @Test func who() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let body = world.body(.authentication)
        let bare: HTTPHeaders = ["Content-Type": "application/json"]
        let none = try world.call("POST", "/v3" + login, bare, body.bytes)
        #expect(none.status == 401 && none.code == "UNAUTHORIZED" && none.json["error"]?.string != nil)
        #expect(none.response.headers["WWW-Authenticate"] == "Bearer")
        let wrong = try world.post(login, body, secret: "rp_sk_wrong")
        #expect(wrong.status == 401 && wrong.code == "UNAUTHORIZED")
        let other = try world.post(
            login, world.body(.authentication) { $0["relyingPartyUUID"] = .string(RequestBody.party) })
        #expect(other.status == 401 && other.code == "RELYING_PARTY_UNKNOWN")
        let poll = try world.get("/session/\(SessionWorld.uuid())", secret: "rp_sk_wrong")
        #expect(poll.status == 401)
        #expect(try world.stores.relyingParties.setEnabled(id: world.partyId, false, deadline: SessionWorld.soon()))
        let disabled = try world.post(login, body)
        #expect(disabled.status == 403 && disabled.code == "RELYING_PARTY_SUSPENDED")
    }

    @Test func loginIsOpened() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let sent = world.body(.authentication) {
            $0["relyingPartyName"] = .string(" Дэмо ")
            $0["initialCallbackUrl"] = .string("https://rp.example.mn/cb?value=Xy12Ab34")
        }
        for path in [login, "/authentication/notification/document/\(phone.document)"] {
            let answer = try world.post(path, sent)
            #expect(answer.status == 200)
            #expect(answer.members == ["sessionID", "vc"])
            let id = try #require(answer.json["sessionID"]?.string)
            #expect(UUIDText.isValid(id))
            #expect(answer.json["vc"]?["type"]?.string == "alphaNumeric5")
            let code = try #require(answer.json["vc"]?["value"]?.string)
            #expect(code.utf8.count == 5 && code.utf8.allSatisfy { (0x30...0x39).contains($0) })
            let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
            #expect(stored.relyingPartyName == " Дэмо ")
            #expect(stored.registeredName == "Дэмо банк")
            #expect(stored.rpChallenge == RequestBody.challenge)
            #expect(stored.interactions == RequestBody.interactions)
            #expect(stored.initialCallbackUrl == "https://rp.example.mn/cb?value=Xy12Ab34")
            #expect(stored.requestJSON == sent.bytes)
            #expect(stored.flowType == "Notification" && stored.slot == "AUTH")
            #expect(stored.expiresAt - stored.createdAt == 120_000)
            #expect(Base64.decode(stored.serverRandom ?? "")?.count == 24)
            #expect(stored.vcValue == code)
            #expect(stored.addressedDocument == (path == login ? nil : phone.document))
        }
    }

    @Test func smartIDCode() throws {
        let world = try SessionWorld(settings: RelyingPartySettings(vcFormat: "numeric4"))
        _ = try world.enrol()
        let derived = try world.post(login, world.body(.authentication) { $0["vcType"] = .string("numeric4") })
        #expect(derived.members == ["sessionID"])
        let id = try #require(derived.json["sessionID"]?.string)
        let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
        #expect(stored.vcType == "numeric4" && stored.vcValue == "4360")
        let signature = try world.post(sign, world.body(.signature))
        #expect(signature.json["vc"]?["type"]?.string == "numeric4")
        #expect(signature.json["vc"]?["value"]?.string?.utf8.count == 4)
    }

    @Test func signatureIsOpened() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        for path in [sign, "/signature/notification/document/\(phone.document)"] {
            let answer = try world.post(path, world.body(.signature))
            let id = try #require(answer.json["sessionID"]?.string)
            let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
            #expect(stored.digest.map(Base64.encode) == RequestBody.digest)
            #expect(stored.hashType == "SHA-256" && stored.slot == "SIGN" && stored.serverRandom == nil)
        }
    }

    @Test(arguments: [
        "PNOMN-12345678", "12345678", "pnomn-12345678", "%D0%A3%D0%A500112233", "PNOMN-%D0%A3%D0%A500112233",
        "%D1%83%D1%8500112233",
    ])
    func personByAnyName(_ segment: String) throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let answer = try world.post("/authentication/notification/etsi/\(segment)", world.body(.authentication))
        #expect(answer.status == 200)
    }

    @Test func nobodyThere() throws {
        let world = try SessionWorld()
        let phone = try world.enrol(slots: ["SIGN"], level: "ADVANCED")
        func check(_ path: String, _ flow: SessionFlow, _ status: Int, _ code: String) throws {
            let answer = try world.post(path, world.body(flow))
            #expect(answer.status == status && answer.code == code)
        }
        try check("/authentication/notification/etsi/PNOMN-99999999", .authentication, 404, "PERSON_NOT_FOUND")
        try check("/authentication/notification/etsi/PNOEE-1", .authentication, 404, "PERSON_NOT_FOUND")
        try check("/authentication/notification/etsi/abc", .authentication, 400, "PERSON_ID_INVALID")
        try check(login, .authentication, 404, "CERTIFICATE_NOT_FOUND")
        let document = "/notification/document/"
        try check("/authentication\(document)\(phone.document)", .authentication, 404, "CERTIFICATE_NOT_FOUND")
        try check("/signature\(document)\(SessionWorld.uuid())", .signature, 404, "DOCUMENT_NOT_FOUND")
        try check("/signature\(document)PNOEE-1-MOCK-Q", .signature, 404, "DOCUMENT_NOT_FOUND")
        try check(sign, .signature, 471, "NO_SUITABLE_ACCOUNT")
        try check("/signature\(document)\(phone.document)", .signature, 471, "NO_SUITABLE_ACCOUNT")
        let lower = try world.post(sign, world.body(.signature) { $0["certificateLevel"] = .string("ADVANCED") })
        #expect(lower.status == 200)
        try world.database.execute("UPDATE device SET state = 'SUSPENDED'")
        try check("/signature\(document)\(phone.document)", .signature, 404, "DOCUMENT_NOT_FOUND")
        try check(sign, .signature, 404, "CERTIFICATE_NOT_FOUND")
    }

    @Test func malformedBodies() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let hash = try world.post(
            login,
            world.body(
                .authentication,
                RequestBody.parameter("signatureAlgorithmParameters", .object(["hashAlgorithm": .string("SHA-512")]))))
        #expect(hash.status == 400 && hash.code == "UNSUPPORTED_HASH_ALGORITHM")
        #expect(hash.pointer == "/signatureProtocolParameters/signatureAlgorithmParameters/hashAlgorithm")
        let callback = try world.post(
            login, world.body(.authentication) { $0["initialCallbackUrl"] = .string("https://a|b") })
        #expect(callback.status == 400 && callback.code == "ACSP_FIELD" && callback.pointer == "/initialCallbackUrl")
        let org = try world.post(sign, world.body(.signature) { $0["onBehalfOf"] = .string("NTRMN-1") })
        #expect(org.status == 404 && org.code == "ORG_NOT_FOUND")
        let authorization: HTTPHeaders = [
            "Authorization": "Bearer \(world.secret)", "Content-Type": "application/json",
        ]
        #expect(try world.call("POST", login, authorization, Array("{".utf8)).code == "JSON_INVALID")
    }

    @Test func onlyItsOwnSessions() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let id = try world.open(.authentication)
        try world.addParty(id: SessionWorld.uuid(), secret: "rp_sk_other")
        #expect(try world.get("/session/\(id)?timeoutMs=0").json.bytes == Array(#"{"state":"RUNNING"}"#.utf8))
        for (path, secret) in [
            ("/session/\(id)?timeoutMs=0", "rp_sk_other"), ("/session/\(SessionWorld.uuid())", world.secret),
            ("/session/nonsense", world.secret),
        ] {
            let answer = try world.get(path, secret: secret)
            #expect(answer.status == 404 && answer.code == "SESSION_NOT_FOUND")
        }
    }

    @Test func unreadableTenMinutesAfterItsEnd() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        _ = try world.refuse(id, .object(["reason": .string("USER_REFUSED")]), phone)
        try world.database.execute("UPDATE rp_session SET readable_until = readable_until - interval '9 min 50 s'")
        #expect(try world.get("/session/\(id)").status == 200)
        try world.database.execute("UPDATE rp_session SET readable_until = readable_until - interval '10 s'")
        #expect(try world.get("/session/\(id)").status == 404)
    }
}
