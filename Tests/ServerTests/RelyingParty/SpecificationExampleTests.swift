import Crypto
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// Every example of the relying party's interface, clause by clause, as a request and its answer. The texts are the
/// specification's own; what a server chooses (ids, codes, secrets) is compared by its form.
@Suite struct SpecificationExampleTests {
    private let party = "00000000-0000-4000-8000-000000000001"
    private let secret = "rp_sk_example"
    private let person = "/etsi/PNOMN-12345678"

    /// A world with the party of the examples, which may do everything.
    private func world(flat: Bool = false) throws -> (SessionWorld, SessionWorld.Phone) {
        let world = try SessionWorld()
        try world.addParty(
            id: party, secret: secret,
            settings: RelyingPartySettings(
                acceptsFlatBodies: flat, rights: ["SIGN", "PKI_READ", "DEVICE_IP", "ORG_WRITE"]))
        return (world, try world.enrol())
    }

    private func ask(
        _ world: SessionWorld, _ method: String, _ path: String, _ body: String? = nil
    ) throws -> SessionWorld.Answer {
        var headers: HTTPHeaders = ["Authorization": "Bearer " + secret]
        if body != nil { headers.add("Content-Type", "application/json") }
        return try world.call(method, "/v3" + path, headers, Array((body ?? "").utf8))
    }

    private func matches(_ value: JSONValue?, _ pattern: Regex<Substring>) -> Bool {
        value?.string?.wholeMatch(of: pattern) != nil
    }

    private let login = #"""
        {"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO",
         "certificateLevel":"QUALIFIED","signatureProtocol":"ACSP_V2",
         "signatureProtocolParameters":{"rpChallenge":
          "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==",
          "signatureAlgorithm":"rsassa-pss","signatureAlgorithmParameters":{"hashAlgorithm":"SHA-256"}},
         "interactions":"W3sidHlwZSI6ImRpc3BsYXlUZXh0QW5kUElOIiwiZGlzcGxheVRleHQ2MCI6ItCd0Y3QstGC0YDRjdGFIn1d"}
        """#
    private let sign = #"""
        {"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO",
         "certificateLevel":"QUALIFIED","signatureProtocol":"RAW_DIGEST_SIGNATURE",
         "signatureProtocolParameters":{"digest":"ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
          "signatureAlgorithm":"rsassa-pss","signatureAlgorithmParameters":{"hashAlgorithm":"SHA-256"}},
         "interactions":"W3sidHlwZSI6ImRpc3BsYXlUZXh0QW5kUElOIiwiZGlzcGxheVRleHQ2MCI6ItCd0Y3QstGC0YDRjdGFIn1d"}
        """#
    private let who = #"{"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO"}"#

    @Test("§3.1 and §3.2: the log-in that the platform's own client sends")
    func logIn() throws {
        let (world, phone) = try world()
        for path in [person, "/document/" + phone.document] {
            let answer = try ask(world, "POST", "/authentication/notification" + path, login)
            #expect(answer.status == 200 && answer.members == ["sessionID", "vc"])
            #expect(matches(answer.json["sessionID"], /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/))
            #expect(answer.json["vc"]?["type"] == "alphaNumeric5" && matches(answer.json["vc"]?["value"], /[0-9]{5}/))
        }
    }

    @Test("§3.2: the answers to device links")
    func links() throws {
        let (world, _) = try world()
        let fields = ["sessionID", "sessionToken", "sessionSecret", "deviceLinkBase"]
        let choice = try ask(world, "POST", "/signature/certificate-choice/device-link/anonymous", who)
        #expect(choice.members == fields)
        for (path, body) in [
            ("/authentication/device-link/anonymous", login), ("/authentication/device-link" + person, login),
            ("/signature/device-link" + person, sign),
        ] {
            let answer = try ask(world, "POST", path, body)
            #expect(answer.status == 200 && answer.members == fields + ["vc"])
            #expect(matches(answer.json["sessionToken"], /[A-Za-z0-9_-]{24,}/))
            #expect(Base64.decode(answer.json["sessionSecret"]?.string ?? "")?.count == 32)
            #expect(matches(answer.json["deviceLinkBase"], /https:\/\/[^?#]+/))
            // A plain text for a log-in, an object elsewhere.
            let code = answer.json["vc"]
            #expect(matches(body == login ? code : code?["value"], /[0-9]{5}/))
        }
    }

    @Test("§3.3: the signature that the platform's own client sends, and the linked one")
    func signature() throws {
        let (world, phone) = try world()
        let answer = try ask(world, "POST", "/signature/notification" + person, sign)
        #expect(answer.status == 200 && answer.members == ["sessionID", "vc"])
        let choice = try ask(world, "POST", "/signature/certificate-choice/notification" + person, who)
        #expect(choice.members == ["sessionID"])
        let id = try #require(choice.json["sessionID"]?.string)
        _ = try world.call(
            "POST", "/v3/mobile/session/\(id)/certificate-choice",
            ["X-Device-Token": phone.token, "Content-Type": "application/json"], Array("{}".utf8))
        let linked = try ask(
            world, "POST", "/signature/notification/linked/" + phone.document,
            #"{"linkedSessionID":"\#(id)","# + sign.dropFirst())
        #expect(linked.status == 200 && linked.members == ["sessionID"])
        let short = sign.replacing("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", with: "ungWv48Bz+pBQUDeXa4iIw==")
        let refused = try ask(world, "POST", "/signature/notification" + person, short)
        #expect(refused.status == 400 && refused.pointer == "/signatureProtocolParameters/digest")
    }

    @Test("§3.4: the certificate of a document")
    func certificate() throws {
        let (world, phone) = try world()
        let path = "/signature/certificate/" + phone.document
        #expect(
            try ask(world, "POST", path, who).json == [
                "state": "OK", "cert": ["value": "MAA=", "certificateLevel": "QUALIFIED"],
            ])
        try world.database.execute("UPDATE key_share SET state = 'SUSPENDED'")
        #expect(try ask(world, "POST", path, who).json == ["state": "DOCUMENT_UNUSABLE"])
    }

    @Test("§3.5: the three kinds of interactions")
    func interactions() throws {
        let (world, _) = try world()
        for (json, isLinkable) in [
            (#"[{"type":"displayTextAndPIN","displayText60":"…"}]"#, true),
            (#"[{"type":"confirmationMessage","displayText200":"…"}]"#, true),
            (#"[{"type":"confirmationMessageAndVerificationCodeChoice","displayText200":"…"}]"#, false),
        ] {
            let text = Base64.encode(Array(json.utf8))
            let body = login.replacing(/"interactions":"[^"]+"/, with: #""interactions":"\#(text)""#)
            #expect(try ask(world, "POST", "/authentication/notification" + person, body).status == 200)
            let link = try ask(world, "POST", "/authentication/device-link/anonymous", body)
            #expect(link.status == (isLinkable ? 200 : 400))
        }
    }

    @Test("§3.6: the flat bodies")
    func flat() throws {
        let head =
            #"{"relyingPartyUUID":"\#(party)","relyingPartyName":"DEMO","certificateLevel":"ADVANCED","#
            + #""signatureProtocol":"ACSP_V2","interactions":[{"type":"displayTextAndPIN","displayText60":"x"}],"#
        let bodies = [
            "/authentication/notification": head + #""rpChallenge":"\#(RequestBody.challenge)","rp_app":"x"}"#,
            "/signature/notification": head + #""digest":"\#(RequestBody.digest)","hashType":"SHA256"}"#,
        ]
        let (world, _) = try world(flat: true), (strict, _) = try self.world()
        for (path, body) in bodies {
            let answer = try ask(world, "POST", path + person, body)
            #expect(answer.status == 200 && answer.json["vc"]?["type"] == "alphaNumeric4")
            #expect(matches(answer.json["vc"]?["value"], /[0-9]{4}/))
            #expect(try ask(strict, "POST", path + person, body).status == 400)
        }
    }

    @Test("§4: RUNNING, and the result of a log-in")
    func result() throws {
        let (world, phone) = try world()
        let opened = try ask(world, "POST", "/authentication/notification" + person, login)
        let id = try #require(opened.json["sessionID"]?.string)
        #expect(try ask(world, "GET", "/session/\(id)?timeoutMs=0").json == ["state": "RUNNING"])
        try world.finish(id, phone, slot: "AUTH")
        try world.database.execute(
            """
            UPDATE rp_session SET server_random = 'gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaX',
                user_challenge = 'zwkx4Wi0nph1A8rxivb-JTtrPYKoEAjD6OHuZ8fI3FU' WHERE id = '\(id)'
            """)
        var expected = try #require(
            try JSONParser.parse(
                Array(
                    #"""
                    {"state":"COMPLETE","result":{"endResult":"OK","documentNumber":"\#(phone.document)"},
                     "signatureProtocol":"ACSP_V2","interactionTypeUsed":"displayTextAndPIN",
                     "signature":{"value":"","serverRandom":"gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaX",
                      "userChallenge":"zwkx4Wi0nph1A8rxivb-JTtrPYKoEAjD6OHuZ8fI3FU",
                      "flowType":"Notification","initialCallbackUrl":"",
                      "signatureAlgorithm":"ecdsa-with-SHA256","signatureAlgorithmParameters":{"hashAlgorithm":"SHA-256"}},
                     "cert":{"value":"MAA=","certificateLevel":"QUALIFIED"},
                     "person":{"givenName":"Бат","surname":"Дорж","givenNameEn":"BAT","surnameEn":"DORJ",
                      "civilId":"12345678","regNo":"УХ00112233"}}
                    """#.utf8)
            ).object)
        let answer = try ask(world, "GET", "/session/\(id)")
        let value = try #require(answer.json["signature"]?["value"]?.string)
        #expect(Base64.decode(value)?.first == 0x30)
        var signature = try #require(expected["signature"]?.object)
        signature["value"] = .string(value)
        expected["signature"] = .object(signature)
        #expect(answer.json == .object(expected))
    }

    @Test("§5.3: SHA-512 is refused when the session opens")
    func hashAlgorithm() throws {
        let (world, _) = try world()
        let answer = try ask(
            world, "POST", "/authentication/notification" + person, login.replacing("SHA-256", with: "SHA-512"))
        #expect(answer.status == 400 && answer.code == "UNSUPPORTED_HASH_ALGORITHM")
    }

    @Test("§6.1: the digest of a session secret")
    func secretDigest() {
        for (secret, digest) in [
            ("B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps=", "U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBc"),
            (Base64.encode((0..<32).map { UInt8($0) }), "Yw3NKWbEM2aRElRIu7JbT_QSpJxzLbLIq8G4WBvXEN0"),
        ] { #expect(Base64.decode(secret).map { Base64URL.encode(SHA256.hash($0)) } == digest) }
    }

    @Test("§7: Smart-ID's code of the bytes 00..3f is 4360")
    func code() throws {
        let (world, _) = try world()
        let body = login.replacing(#""interactions""#, with: #""vcType":"numeric4","interactions""#)
        let answer = try ask(world, "POST", "/authentication/notification" + person, body)
        #expect(answer.members == ["sessionID"])
        #expect(try world.database.execute("SELECT vc_value FROM rp_session") == [["4360"]])
    }

    @Test("§8: a refusal has an end result and nothing else")
    func refusal() throws {
        let (world, phone) = try world()
        let opened = try ask(world, "POST", "/authentication/notification" + person, login)
        let id = try #require(opened.json["sessionID"]?.string)
        _ = try world.refuse(id, .object(["reason": "USER_REFUSED"]), phone)
        #expect(
            try ask(world, "GET", "/session/\(id)").json == [
                "state": "COMPLETE", "result": ["endResult": "USER_REFUSED"],
            ])
    }

    @Test("§9: statuses, each with error and code")
    func statuses() throws {
        let (world, phone) = try world()
        let notification = "/authentication/notification"
        for (path, body, status) in [
            (notification + person, "{}", 400), (notification + "/etsi/PNOMN-99999999", login, 404),
            (notification + "/document/" + SessionWorld.uuid(), login, 404),
            (notification + person, login.replacing("QUALIFIED", with: "QSCD"), 471),
        ] {
            let answer = try ask(world, "POST", path, body)
            #expect(answer.status == status && answer.code != nil && answer.json["error"]?.string != nil)
        }
        let unknown = try world.call(
            "POST", "/v3" + notification + person, ["Content-Type": "application/json"], Array(login.utf8))
        #expect(unknown.status == 401 && unknown.code == "UNAUTHORIZED")
        #expect(try ask(world, "GET", "/session/" + phone.document).status == 404)
    }

    @Test("§10: representations and signers")
    func organisations() throws {
        let (world, phone) = try world()
        try world.logIn(phone, party: (party, secret))
        let linked = try ask(
            world, "POST", "/organization/representations" + person,
            #"{"orgRegister":"1234567","orgName":"Жишээ","orgNameEn":"Jishee","#
                + #""affiliates":[{"regNo":"УХ00112233","role":"CEO","kind":"CEO"}]}"#)
        #expect(linked.members == ["personEtsi", "representations"])
        #expect(
            linked.json["representations"]?.array?.first?.object?.members.map(\.name) == [
                "orgEtsi", "orgRegister", "orgName", "orgNameEn", "role", "rightType", "source", "validFrom", "validTo",
            ])
        _ = try world.enrol(try world.addCitizen("87654321", "МА74101813"))
        let signers = "/organization/signers/1234567" + person
        let added = try ask(world, "POST", signers, #"{"signerRegNo":"МА74101813","role":"Нягтлан"}"#)
        #expect(added.members == ["signers", "pendingConfirmation"])
        #expect(
            added.json["signers"]?.array?.last?.object?.members.map(\.name) == [
                "personEtsi", "regNo", "name", "nameEn", "role", "rightType", "status", "source", "self",
            ])
        #expect(
            added.json["pendingConfirmation"]?.object?.members.map(\.name) == [
                "orgRegister", "orgName", "signerEtsi", "signerRegNo", "sessionId",
            ])
        #expect(try ask(world, "POST", signers + "/resend?signer=87654321").status == 200)
        #expect(try ask(world, "DELETE", signers + "?signer=87654321").json["signers"]?.array?.count == 1)
        let named = try ask(
            world, "PUT", "/organization/name-latin/1234567" + person, #"{"nameLatin":"Jishee LLC"}"#)
        #expect(named.json["representations"]?.array?.first?["orgNameEn"] == "Jishee LLC")
        let body = sign.replacing(#""interactions""#, with: #""onBehalfOf":"NTRMN-1234567","interactions""#)
        #expect(try ask(world, "POST", "/signature/notification" + person, body).status == 200)
        let gone = try ask(world, "DELETE", "/organization/representations" + person + "/1234567")
        #expect(gone.json["representations"] == .array([]))
    }

    @Test("§12: certificates, devices, activity, summary")
    func register() throws {
        let (world, phone) = try world()
        try world.logIn(phone, party: (party, secret))
        for (path, members) in [
            ("/certificates", ["counts", "certificates"]), ("/devices", ["devices", "activeCount", "total"]),
            ("/rp/activity", ["counts", "sessions", "total"]),
            (
                "/person/summary",
                [
                    "givenName", "surname", "certificates", "activity", "devicesActive", "devicesTotal",
                    "representationCount",
                ]
            ),
        ] {
            let answer = try ask(world, "GET", path + person)
            #expect(answer.status == 200 && answer.members == members, "\(path)")
        }
    }
}
