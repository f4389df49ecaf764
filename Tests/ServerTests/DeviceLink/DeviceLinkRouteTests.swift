import Crypto
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// Device-link sessions over a real database: what the relying party gets, what a phone may open, whose it is then.
@Suite struct DeviceLinkRouteTests {
    /// Whoever has no app sees a page that repeats nothing of the link and loads nothing.
    @Test func aLinkWithoutAnAppEndsOnAPage() throws {
        let world = try SessionWorld()
        let secret = "deviceLinkType=QR&sessionToken=abc&authCode=xyz<script>"
        for path in ["/dl?", "/v3/dl?", "/dl"].map({ $0.hasSuffix("?") ? $0 + secret : $0 }) {
            let answer = try world.call("GET", path, HTTPHeaders())
            #expect(answer.status == 200)
            let headers = answer.response.headers
            #expect(headers["Content-Type"] == "text/html; charset=utf-8")
            #expect(headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
            #expect(headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(headers["Referrer-Policy"] == "no-referrer" && headers["X-Content-Type-Options"] == "nosniff")
            #expect(headers["Cache-Control"] == "no-store" && headers["X-Frame-Options"] == "DENY")
            let page = String(decoding: answer.response.body, as: UTF8.self)
            #expect(page.contains("апп") && page.contains("app on your phone"))
            for word in ["<script", "abc", "xyz", "http", "style", "src"] { #expect(!page.contains(word), "\(word)") }
        }
        #expect(try world.call("POST", "/v3/dl", HTTPHeaders()).status == 405)
    }

    private static let callback = "https://rp.example.mn/cb?value=Xy12Ab34"

    private func start(
        _ world: SessionWorld, _ path: String, _ flow: SessionFlow = .authentication, callback: String? = nil
    ) throws -> (id: String, link: LinkMaker.Session, answer: SessionWorld.Answer) {
        let answer = try world.post(
            path,
            world.body(flow) { body in
                if let callback { body["initialCallbackUrl"] = .string(callback) }
            })
        try #require(answer.status == 200)
        let isLogin = flow == .authentication
        return (
            try #require(answer.json["sessionID"]?.string),
            LinkMaker.Session(
                token: try #require(answer.json["sessionToken"]?.string),
                secret: try #require(answer.json["sessionSecret"]?.string),
                base: try #require(answer.json["deviceLinkBase"]?.string),
                signatureProtocol: isLogin ? "ACSP_V2" : "RAW_DIGEST_SIGNATURE",
                challenge: isLogin ? RequestBody.challenge : RequestBody.digest, name: "DEMO",
                interactions: RequestBody.interactions, callback: callback ?? ""), answer
        )
    }

    private func open(_ world: SessionWorld, _ link: String, _ phone: SessionWorld.Phone) throws -> SessionWorld.Answer
    {
        try world.call(
            "POST", "/v3/mobile/device-link",
            ["X-Device-Token": phone.token, "Content-Type": "application/json"],
            JSONValue.object(["link": .string(link)]).bytes)
    }

    private let anonymous = "/authentication/device-link/anonymous"

    @Test func theAnswerHasWhatLinksAreMadeOf() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let person = "etsi/PNOMN-12345678", document = "document/\(phone.document)"
        for path in ["anonymous", person, document] {
            let (id, link, answer) = try start(world, "/authentication/device-link/" + path)
            #expect(answer.members == ["sessionID", "sessionToken", "sessionSecret", "deviceLinkBase", "vc"])
            #expect(answer.json["vc"]?.string?.utf8.count == 5)
            #expect(link.token.utf8.count == 32 && Base64.decode(link.secret)?.count == 32)
            #expect(link.base == SessionWorld.linkBase)
            let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
            #expect(stored.citizenId == (path == "anonymous" ? nil : world.citizen.id))
            #expect(stored.addressedDocument == (path == document ? phone.document : nil))
            // The secret is not in the row in any form that anybody could read.
            let secret = try #require(Base64.decode(link.secret)), sealed = try #require(stored.sealedSessionSecret)
            #expect(!Hex.encode(sealed).contains(Hex.encode(secret)))
            #expect(stored.sessionSecretDigest == Base64URL.encode(SHA256.hash(secret)))
        }
        for path in [person, document] {
            let (_, _, answer) = try start(world, "/signature/device-link/" + path, .signature)
            #expect(answer.json["vc"]?["type"]?.string == "alphaNumeric5")
        }
        // Nobody is told before a link is opened.
        #expect(world.published.ids.isEmpty)
        #expect(try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array?.isEmpty == true)
    }

    @Test(arguments: [
        ("/signature/device-link/anonymous", 404, "NOT_FOUND"),
        ("/authentication/device-link/etsi/PNOMN-99999999", 404, "PERSON_NOT_FOUND"),
        ("/authentication/device-link/document/x", 404, "DOCUMENT_NOT_FOUND"),
    ])
    func addressees(_ path: String, _ status: Int, _ code: String) throws {
        let world = try SessionWorld()
        let answer = try world.post(path, world.body(.authentication))
        #expect(answer.status == status && answer.code == code)
    }

    @Test func rulesOfTheRequest() throws {
        let world = try SessionWorld()
        let choice = RequestBody.interactions(
            #"[{"type":"confirmationMessageAndVerificationCodeChoice","displayText200":"x"}]"#)
        let answer = try world.post(anonymous, world.body(.authentication) { $0["interactions"] = choice })
        #expect(answer.status == 400 && answer.code == "INTERACTION_NOT_ALLOWED" && answer.pointer == "/interactions")
        let organisation = try world.post(
            anonymous, world.body(.authentication) { $0["onBehalfOf"] = .string("NTRMN-1") })
        #expect(organisation.status == 403 && organisation.code == "SIGNER_UNIDENTIFIED")
        // Of no meaning here, so ignored whatever it is.
        let type = try world.post(anonymous, world.body(.authentication) { $0["vcType"] = .string("numeric9") })
        #expect(type.status == 200 && type.members.contains("vc"))
    }

    @Test func aScannedCodeMakesTheSessionTheCitizens() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let (id, session, _) = try start(world, anonymous, callback: Self.callback)
        #expect(try world.phoneGet("/session/\(id)", phone).status == 404)
        let link = try LinkMaker.link(session, "QR", elapsed: 0)
        for _ in 0..<2 {
            let answer = try open(world, link, phone)
            #expect(answer.status == 200)
            #expect(answer.json["sessionId"]?.string == id && answer.json["flowType"]?.string == "QR")
            #expect(answer.json["sessionSecretDigest"]?.string?.utf8.count == 43)
            #expect(!String(decoding: answer.response.body, as: UTF8.self).contains(session.secret))
        }
        #expect(try world.phoneGet("/session/\(id)", phone).status == 200)
        let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
        #expect(stored.boundDocument == phone.document && stored.citizenId == world.citizen.id)
        // Nobody else gets it, whoever shows them the code.
        let second = try world.enrol()
        let taken = try open(world, link, second)
        #expect(taken.status == 409 && taken.code == "SESSION_TAKEN")
        #expect(try world.phoneGet("/session/\(id)", second).status == 404)
    }

    @Test(arguments: ["Web2App", "App2App"])
    func aSameDeviceLinkSettlesTheFlow(_ kind: String) throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let (_, session, _) = try start(
            world, "/authentication/device-link/etsi/PNOMN-12345678", callback: Self.callback)
        let answer = try open(world, try LinkMaker.link(session, kind), phone)
        #expect(answer.json["flowType"]?.string == kind)
        #expect(answer.json["initialCallbackUrl"]?.string == Self.callback)
        let other = try open(world, try LinkMaker.link(session, "QR", elapsed: 0), phone)
        #expect(other.status == 409 && other.code == "DEVICE_LINK_TYPE")
    }

    @Test func aSameDeviceLinkNeedsACallback() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let (id, session, _) = try start(world, anonymous)
        let answer = try open(world, try LinkMaker.link(session, "Web2App"), phone)
        #expect(answer.status == 409 && answer.code == "DEVICE_LINK_TYPE")
        #expect(try world.phoneGet("/session/\(id)", phone).status == 404)
    }

    @Test func whatIsNotTheRelyingPartysIsRefused() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let (id, session, _) = try start(world, anonymous, callback: Self.callback)
        func refused(_ link: String, _ status: Int, _ code: String) throws {
            let answer = try open(world, link, phone)
            #expect(answer.status == status && answer.code == code && answer.pointer == "/link")
        }
        let good = try LinkMaker.link(session, "QR", elapsed: 0)
        try refused(good + "#x", 400, "DEVICE_LINK_FORMAT")
        try refused(good.replacing("=0&", with: "=00&"), 400, "DEVICE_LINK_FORMAT")
        try refused(good.replacing("https://id", with: "https://evil"), 400, "DEVICE_LINK_FORMAT")
        try refused(id, 400, "DEVICE_LINK_FORMAT")
        try refused(good.replacing("=0&", with: "=1&"), 403, "DEVICE_LINK_AUTH_CODE")
        try refused(good.replacing(session.token, with: "nobody"), 403, "DEVICE_LINK_AUTH_CODE")
        var changed = session
        changed.callback = "https://evil.mn/cb"
        try refused(try LinkMaker.link(changed, "Web2App"), 403, "DEVICE_LINK_AUTH_CODE")
        changed.callback = ""
        try refused(try LinkMaker.link(changed, "App2App"), 403, "DEVICE_LINK_AUTH_CODE")
        try refused(try LinkMaker.link(session, "QR", elapsed: 0, type: "sign"), 409, "SESSION_TYPE_MISMATCH")
        #expect(try world.phoneGet("/session/\(id)", phone).status == 404)
        #expect(try open(world, good, phone).status == 200)
    }

    @Test func aQRCodeIsOfNow() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let (_, session, _) = try start(world, anonymous)
        #expect(try open(world, LinkMaker.link(session, "QR", elapsed: 60), phone).code == "DEVICE_LINK_STALE")
        try world.database.execute("UPDATE rp_session SET created_at = created_at - interval '40 s'")
        let old = try open(world, try LinkMaker.link(session, "QR", elapsed: 10), phone)
        #expect(old.status == 409 && old.code == "DEVICE_LINK_STALE")
        #expect(try open(world, try LinkMaker.link(session, "QR", elapsed: 38), phone).status == 200)
    }

    @Test func whatHasEndedIsNotOpened() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let (_, session, _) = try start(world, anonymous)
        let link = try LinkMaker.link(session, "QR", elapsed: 0)
        try world.database.execute("UPDATE rp_session SET expires_at = now() - interval '1 s'")
        let late = try open(world, link, phone)
        #expect(late.status == 404 && late.code == "SESSION_EXPIRED")
    }

    /// A link session that names somebody is theirs alone, and one that names nobody still wants its level.
    @Test func whoMayOpen() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let stranger = try world.enrol(world.addCitizen("87654321", "АА11112222"), level: "ADVANCED")
        let (_, named, _) = try start(world, "/signature/device-link/etsi/PNOMN-12345678", .signature)
        try world.database.execute("UPDATE rp_session SET certificate_level = 'ADVANCED'")
        let link = try LinkMaker.link(named, "QR", elapsed: 0, type: "sign")
        let taken = try open(world, link, stranger)
        #expect(taken.status == 409 && taken.code == "SESSION_TAKEN")
        let (_, anyone, _) = try start(world, anonymous)
        let low = try open(world, try LinkMaker.link(anyone, "QR", elapsed: 0), stranger)
        #expect(low.status == 471 && low.code == "NO_SUITABLE_ACCOUNT")
        let signOnly = try world.enrol(world.addCitizen("87654322", "АА11112223"), slots: ["SIGN"])
        let none = try open(world, try LinkMaker.link(anyone, "QR", elapsed: 0), signOnly)
        #expect(none.status == 404 && none.code == "CERTIFICATE_NOT_FOUND")
    }

    @Test func oldLinksWhereTheOperatorWantsThem() throws {
        let world = try SessionWorld(acceptsLegacyLinks: true)
        let phone = try world.enrol()
        let (id, _, answer) = try start(world, anonymous, callback: Self.callback)
        let code = try #require(answer.json["vc"]?.string)
        let wrong = code == "00000" ? "00001" : "00000"
        let base = SessionWorld.linkBase + "?sessionId=" + id
        // Only of parties whose clients are that old: for the others a bare id would do without the code of the link.
        #expect(try open(world, id, phone).code == "DEVICE_LINK_AUTH_CODE")
        try world.database.execute("UPDATE relying_party SET accepts_flat = true")
        #expect(try open(world, base + "&vc=" + wrong, phone).code == "DEVICE_LINK_AUTH_CODE")
        let pushed = try world.open(.authentication)
        #expect(try open(world, pushed, phone).code == "DEVICE_LINK_AUTH_CODE")
        for link in [base + "&vc=" + code, id] {
            let opened = try open(world, link, phone)
            #expect(opened.status == 200 && opened.json["flowType"]?.string == "QR")
        }
    }
}
