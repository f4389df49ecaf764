import Crypto
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// The flat bodies of the platform's older clients (rp-api.md §3.6).
@Suite struct FlatBodyTests {
    /// With blanks that no encoder of ours would write: the bytes count.
    private static let interactions = #"[ {"type":"displayTextAndPIN",  "displayText60":"Нэвтрэх"} ]"#

    private func body(_ world: SessionWorld, _ rest: String) -> [UInt8] {
        Array(
            """
            {"relyingPartyUUID":"\(world.partyId)","relyingPartyName":"DEMO","certificateLevel":"ADVANCED",
             "signatureProtocol":"ACSP_V2","interactions" : \(Self.interactions),\(rest)}
            """.utf8)
    }

    private func post(_ world: SessionWorld, _ path: String, _ rest: String) throws -> SessionWorld.Answer {
        try world.call(
            "POST", "/v3" + path, ["Authorization": "Bearer " + world.secret, "Content-Type": "application/json"],
            body(world, rest))
    }

    private let login = "/authentication/notification/etsi/PNOMN-12345678"
    private let sign = "/signature/notification/etsi/PNOMN-12345678"
    private let challenge = Base64.encode([UInt8](0..<32))

    private func world() throws -> SessionWorld {
        let world = try SessionWorld()
        try world.database.execute("UPDATE relying_party SET accepts_flat = true")
        return world
    }

    @Test func onlyWhereTheOperatorSaysSo() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let answer = try post(world, login, #""rpChallenge":"\#(challenge)""#)
        #expect(answer.status == 400 && answer.code == "FIELD_MISSING")
        #expect(answer.pointer == "/signatureProtocolParameters")
    }

    @Test func logIn() throws {
        let world = try world()
        let phone = try world.enrol()
        let answer = try post(world, login, #""rpChallenge":"\#(challenge)","rp_app":"x","rp_app_url":"https://x""#)
        #expect(answer.status == 200)
        #expect(answer.json["vc"]?["type"]?.string == "alphaNumeric4")
        #expect(answer.json["vc"]?["value"]?.string?.utf8.count == 4)
        let id = try #require(answer.json["sessionID"]?.string)
        let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
        #expect(stored.interactions == Base64.encode(Array(Self.interactions.utf8)))
        #expect(stored.rpChallenge == challenge && stored.serverRandom == nil)
        #expect(try world.phoneGet("/session/\(id)", phone).json["signatureProtocol"]?.string == "ACSP_V2_SPKI")
        // A party that is allowed the old bodies may send the new ones.
        #expect(try world.post(login, world.body(.authentication)).json["vc"]?["type"]?.string == "alphaNumeric5")
    }

    @Test func signature() throws {
        let world = try world()
        _ = try world.enrol()
        let answer = try post(world, sign, #""digest":"\#(RequestBody.digest)","hashType":"SHA256""#)
        let id = try #require(answer.json["sessionID"]?.string)
        let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
        #expect(stored.signatureProtocol == "RAW_DIGEST_SIGNATURE" && stored.slot == "SIGN")
        #expect(stored.digest.map(Base64.encode) == RequestBody.digest)
        #expect(answer.json["vc"]?["value"]?.string?.utf8.count == 4)
    }

    /// What the older clients never knew has no flat form that could leave a rule out.
    @Test func aLinkedSignatureIsNeverFlat() throws {
        let world = try world()
        let phone = try world.enrol()
        let answer = try post(
            world, "/signature/notification/linked/" + phone.document, #""digest":"\#(RequestBody.digest)""#)
        #expect(answer.status == 400 && answer.pointer == "/signatureProtocol")
    }

    @Test func rules() throws {
        let world = try world()
        _ = try world.enrol()
        func refused(_ path: String, _ rest: String, _ pointer: String, _ code: String) throws {
            let answer = try post(world, path, rest)
            #expect(answer.status == 400 && answer.pointer == pointer && answer.code == code, "\(rest)")
        }
        try refused(login, #""x":1"#, "/rpChallenge", "FIELD_MISSING")
        try refused(login, #""rpChallenge":"AAAA""#, "/rpChallenge", "FIELD_LENGTH")
        try refused(sign, #""digest":"AAAA""#, "/digest", "FIELD_LENGTH")
        try refused(
            sign, #""digest":"\#(RequestBody.digest)","hashType":"SHA512""#, "/hashType", "UNSUPPORTED_HASH_ALGORITHM")
        try refused(
            login, #""rpChallenge":"\#(challenge)","initialCallbackUrl":"http://a""#, "/initialCallbackUrl",
            "FIELD_VALUE")
        let choice = try world.call(
            "POST", "/v3/authentication/device-link/anonymous",
            ["Authorization": "Bearer " + world.secret, "Content-Type": "application/json"],
            Array(
                """
                {"relyingPartyUUID":"\(world.partyId)","relyingPartyName":"DEMO","signatureProtocol":"ACSP_V2",
                 "rpChallenge":"\(challenge)","interactions":[{"type":"confirmationMessageAndVerificationCodeChoice",
                 "displayText200":"x"}]}
                """.utf8))
        #expect(choice.code == "INTERACTION_NOT_ALLOWED" && choice.pointer == "/interactions")
    }
}
