import TestSupport
import Testing
import Wire

@testable import Server

/// The result of a session, field by field against the table and the example of rp-api.md §4.
@Suite struct SessionResultTests {
    private let serverRandom = "gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaX"
    private let userChallenge = "zwkx4Wi0nph1A8rxivb-JTtrPYKoEAjD6OHuZ8fI3FU"

    /// Completes a session as a finished signature does. r begins with a set bit, s with a zero byte: minimal DER
    /// lengthens the one and shortens the other.
    private func finish(_ id: String, _ phone: SessionWorld.Phone, slot: String, in world: SessionWorld) throws {
        let r = "80" + String(repeating: "11", count: 31), s = "0022" + String(repeating: "33", count: 30)
        try world.database.execute(
            """
            UPDATE rp_session SET state = 'COMPLETE', end_result = 'OK', completed_at = now(),
                readable_until = now() + interval '10 minutes', bound_document = '\(phone.document)',
                interaction_type_used = 'displayTextAndPIN', signature = '\\x\(r)\(s)',
                certificate_serial = '\(phone.serials[slot] ?? "")',
                server_random = CASE WHEN server_random IS NULL THEN NULL ELSE '\(serverRandom)' END,
                user_challenge = CASE WHEN server_random IS NULL THEN NULL ELSE '\(userChallenge)' END
            WHERE id = '\(id)'
            """)
    }

    @Test func login() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication) {
            $0["initialCallbackUrl"] = .string("https://rp.example.mn/cb")
        }
        try finish(id, phone, slot: "AUTH", in: world)
        let answer = try world.get("/session/\(id)")
        #expect(answer.status == 200 && answer.response.headers["Content-Type"] == "application/json")
        #expect(
            answer.members == [
                "state", "result", "signatureProtocol", "interactionTypeUsed", "signature", "cert", "person",
            ])
        let json = answer.json
        #expect(json["state"]?.string == "COMPLETE")
        #expect(json["result"] == ["endResult": "OK", "documentNumber": .string(phone.document)])
        #expect(json["signatureProtocol"]?.string == "ACSP_V2")
        #expect(json["interactionTypeUsed"]?.string == "displayTextAndPIN")
        var signature = try #require(json["signature"]?.object)
        let value = try #require(signature["value"]?.string)
        #expect(Base64.decode(value) == derOfTheTest)
        signature["value"] = nil
        #expect(
            JSONValue.object(signature) == [
                "serverRandom": .string(serverRandom), "userChallenge": .string(userChallenge),
                "flowType": "Notification", "initialCallbackUrl": "", "signatureAlgorithm": "ecdsa-with-SHA256",
                "signatureAlgorithmParameters": ["hashAlgorithm": "SHA-256"],
            ])
        #expect(json["cert"] == ["value": "MAA=", "certificateLevel": "QUALIFIED"])
        #expect(
            json["person"] == [
                "givenName": "Бат", "surname": "Дорж", "givenNameEn": "BAT", "surnameEn": "DORJ",
                "civilId": "12345678", "regNo": "УХ00112233",
            ])
    }

    /// SEQUENCE of 68 bytes: r with a leading zero (33 bytes), s without its own (31 bytes).
    private var derOfTheTest: [UInt8] {
        [0x30, 0x44, 0x02, 0x21, 0x00, 0x80] + [UInt8](repeating: 0x11, count: 31) + [0x02, 0x1F, 0x22]
            + [UInt8](repeating: 0x33, count: 30)
    }

    /// Only the string that was signed counts: that of a same-device flow is the relying party's.
    @Test func callbackThatWasSigned() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication) { $0["initialCallbackUrl"] = .string("https://rp.example.mn/cb") }
        try finish(id, phone, slot: "AUTH", in: world)
        try world.database.execute("UPDATE rp_session SET flow_type = 'Web2App'")
        let signature = try world.get("/session/\(id)").json["signature"]
        #expect(signature?["flowType"]?.string == "Web2App")
        #expect(signature?["initialCallbackUrl"]?.string == "https://rp.example.mn/cb")
    }

    @Test func signature() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.signature)
        try finish(id, phone, slot: "SIGN", in: world)
        let answer = try world.get("/session/\(id)")
        #expect(
            answer.members == ["state", "result", "signatureProtocol", "interactionTypeUsed", "signature", "cert"])
        #expect(answer.json["signatureProtocol"]?.string == "RAW_DIGEST_SIGNATURE")
        #expect(
            answer.json["signature"] == [
                "value": .string(Base64.encode(derOfTheTest)), "flowType": "Notification",
                "signatureAlgorithm": "ecdsa-with-SHA256", "signatureAlgorithmParameters": ["hashAlgorithm": "SHA-256"],
            ])
    }

    @Test(arguments: [
        "USER_REFUSED", "TIMEOUT", "DOCUMENT_UNUSABLE", "WRONG_VC", "PROTOCOL_FAILURE", "SERVER_ERROR",
        "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP",
    ])
    func failure(_ endResult: String) throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let id = try world.open(.signature)
        try world.database.execute(
            """
            UPDATE rp_session SET state = 'COMPLETE', end_result = '\(endResult)', end_detail = 'internal',
                completed_at = now(), readable_until = now() + interval '10 minutes'
            """)
        let answer = try world.get("/session/\(id)")
        #expect(answer.response.body == Array(#"{"state":"COMPLETE","result":{"endResult":"\#(endResult)"}}"#.utf8))
    }

    @Test func incompleteSuccessIsAnError() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        try finish(id, phone, slot: "AUTH", in: world)
        try world.database.execute("UPDATE rp_session SET user_challenge = NULL")
        let answer = try world.get("/session/\(id)")
        #expect(answer.status == 500 && answer.code == "INTERNAL")
    }
}
