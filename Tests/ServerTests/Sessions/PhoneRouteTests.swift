import TestSupport
import Testing
import Wire

@testable import Server

/// What a phone sees and says, over a real database.
@Suite struct PhoneRouteTests {
    @Test func token() throws {
        let world = try SessionWorld()
        let phone = try world.enrol(), other = try world.enrol()
        func check(_ headers: HTTPHeaders, _ status: Int, _ code: String) throws {
            let answer = try world.call("GET", "/v3/mobile/pending/\(phone.document)", headers)
            #expect(answer.status == status && answer.code == code)
        }
        try check([:], 401, "DEVICE_TOKEN_MISSING")
        try check(["X-Device-Token": ""], 401, "DEVICE_TOKEN_MISSING")
        try check(["X-Device-Token": "nobody"], 401, "DEVICE_TOKEN_INVALID")
        try check(["X-Device-Token": phone.token + " "], 401, "DEVICE_TOKEN_INVALID")
        try check(["X-Device-Token": phone.token, "x-device-token": phone.token], 401, "DEVICE_TOKEN_INVALID")
        try check(["X-Device-Token": String(repeating: "a", count: 257)], 401, "DEVICE_TOKEN_INVALID")
        try check(["X-Device-Token": other.token], 404, "DOCUMENT_NOT_FOUND")
        #expect(try world.phoneGet("/pending/\(phone.document)", phone).status == 200)
        #expect(try world.phoneGet("/pending/\(phone.document.uppercased())", phone).status == 404)
        try world.database.execute("UPDATE device SET state = 'SUSPENDED'")
        try check(["X-Device-Token": phone.token], 403, "DEVICE_SUSPENDED")
        try world.database.execute("UPDATE device SET state = 'REVOKED'")
        try check(["X-Device-Token": phone.token], 403, "DEVICE_REVOKED")
    }

    @Test func firstUseOfTheTokenErasesTheEnrolmentAnswer() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        #expect(try world.database.execute("SELECT answer_sealed IS NULL FROM enrolment") == [["f"]])
        _ = try world.phoneGet("/pending/\(phone.document)", phone)
        #expect(try world.database.execute("SELECT answer_sealed IS NULL FROM enrolment") == [["t"]])
        let used = try world.database.execute("SELECT token_used_at FROM device")
        _ = try world.phoneGet("/pending/\(phone.document)", phone)
        #expect(try world.database.execute("SELECT token_used_at FROM device") == used)
    }

    @Test func pending() throws {
        let world = try SessionWorld()
        let phone = try world.enrol(), second = try world.enrol()
        let stranger = try world.enrol(world.addCitizen("87654321", "МА74101813"))
        #expect(try world.phoneGet("/pending/\(phone.document)", phone).json == ["sessions": .array([])])
        let id = try world.open(.authentication)
        for owner in [phone, second] {
            let list = try #require(try world.phoneGet("/pending/\(owner.document)", owner).json["sessions"]?.array)
            #expect(list.count == 1)
            let summary = try #require(list.first)
            #expect(summary["sessionId"]?.string == id)
            #expect(summary["flow"]?.string == "AUTHENTICATION" && summary["slot"]?.string == "AUTH")
            #expect(summary["relyingPartyName"]?.string == "DEMO")
            #expect(summary["relyingPartyRegisteredName"]?.string == "Дэмо банк")
            #expect(summary["displayText"]?.string == "Нэвтрэх")
            #expect(summary["vc"]?["type"]?.string == "alphaNumeric5")
            #expect(summary["expiresAt"]?.string.flatMap { Timestamp.parse($0) } != nil)
        }
        #expect(try world.phoneGet("/pending/\(stranger.document)", stranger).json == ["sessions": .array([])])
    }

    @Test func sessionOfAuthentication() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication) { $0["initialCallbackUrl"] = .string("https://rp.example.mn/cb") }
        let answer = try world.phoneGet("/session/\(id)", phone)
        #expect(
            answer.members == [
                "sessionId", "flow", "slot", "signatureProtocol", "schemeName", "relyingPartyName",
                "relyingPartyRegisteredName", "brokeredRpName", "interactions", "rpChallenge", "serverRandom",
                "flowType", "initialCallbackUrl", "certificateLevel", "vc", "expiresAt",
            ])
        let json = answer.json
        #expect(json["schemeName"]?.string == "smart-id" && json["brokeredRpName"]?.string == "")
        #expect(json["signatureProtocol"]?.string == "ACSP_V2" && json["slot"]?.string == "AUTH")
        #expect(json["rpChallenge"]?.string == RequestBody.challenge)
        #expect(json["interactions"]?.string == RequestBody.interactions)
        #expect(json["flowType"]?.string == "Notification")
        #expect(json["initialCallbackUrl"]?.string == "https://rp.example.mn/cb")
    }

    @Test func sessionOfSignature() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let json = try world.phoneGet("/session/\(world.open(.signature))", phone).json
        #expect(json["digest"]?.string == RequestBody.digest && json["hashType"]?.string == "SHA-256")
        #expect(json["rpChallenge"] == nil && json["serverRandom"] == nil)
        #expect(json["initialCallbackUrl"]?.string == "")
    }

    @Test func sessionsOfOthersDoNotExist() throws {
        let world = try SessionWorld()
        let phone = try world.enrol(), second = try world.enrol()
        let stranger = try world.enrol(world.addCitizen("87654321", "МА74101813"))
        let id = try world.open(.authentication)
        #expect(try world.phoneGet("/session/\(id)", stranger).code == "SESSION_NOT_FOUND")
        #expect(try world.phoneGet("/session/\(SessionWorld.uuid())", phone).status == 404)
        #expect(try world.phoneGet("/session/nonsense", phone).code == "SESSION_NOT_FOUND")
        try world.database.execute("UPDATE rp_session SET bound_document = '\(phone.document)'")
        #expect(try world.phoneGet("/session/\(id)", phone).status == 200)
        #expect(try world.phoneGet("/session/\(id)", second).code == "SESSION_NOT_FOUND")
        let addressed = try world.post(
            "/authentication/notification/document/\(second.document)", world.body(.authentication))
        let narrow = try #require(addressed.json["sessionID"]?.string)
        #expect(try world.phoneGet("/session/\(narrow)", phone).status == 404)
        #expect(try world.phoneGet("/session/\(narrow)", second).status == 200)
    }

    @Test func activity() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let first = try world.open(.authentication), second = try world.open(.signature)
        _ = try world.refuse(first, .object(["reason": .string("USER_REFUSED")]), phone)
        let path = "/activity/\(phone.document)"
        let list = try #require(try world.phoneGet(path, phone).json["sessions"]?.array)
        #expect(list.map { $0["sessionId"]?.string } == [second, first])
        #expect(list[0]["endResult"] == nil && list[0]["flow"]?.string == "SIGNATURE")
        #expect(list[1]["endResult"]?.string == "USER_REFUSED")
        #expect(list[1]["relyingPartyName"]?.string == "Дэмо банк" && list[1]["displayText"]?.string == "Нэвтрэх")
        #expect(list[1]["timestamp"]?.string.flatMap { Timestamp.parse($0) } != nil)
        let page = try world.phoneGet(path + "?limit=1&offset=1", phone).json["sessions"]?.array
        #expect(page?.map { $0["sessionId"]?.string } == [first])
        for query in ["?limit=0", "?limit=101", "?offset=-1", "?offset=10001", "?limit=x"] {
            #expect(try world.phoneGet(path + query, phone).code == "QUERY_INVALID")
        }
    }
}
