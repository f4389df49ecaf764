import Crypto
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("A signer takes over a right with a real signature")
struct SignerEndToEndTests {
    @Test("the reference phone sees the service's words, signs, and from then on acts for the organisation")
    func confirmed() throws {
        let service = try TestService()
        let director = try service.enrolledPhone(registrationNumber: "УХ00112233")
        let signer = try service.enrolledPhone(registrationNumber: "МА85031426", slots: .signOnly)
        let party = service.relyingParty
        try service.database.execute("UPDATE relying_party SET rights = '{SIGN,ORG_WRITE}'")
        func send(_ method: String, _ path: String, _ body: String? = nil) throws -> HTTPResponse {
            try party.send(method, "/organization" + path, body.map { Array($0.utf8) })
        }
        let person = "/etsi/" + PercentCoding.encode("УХ00112233")
        #expect(try send("GET", "/representations" + person).outcome == "403 RECENT_LOGIN_REQUIRED")
        try director.approve(try party.logIn(document: director.documentNumber))
        let linked = try send(
            "POST", "/representations" + person,
            #"{"orgRegister":"1234567","orgName":"Жишээ","affiliates":[{"regNo":"УХ00112233","kind":"CEO"}]}"#)
        #expect(linked.status == 200)
        let added = try send("POST", "/signers/1234567" + person, #"{"signerRegNo":"МА85031426"}"#)
        let session = try #require(added.json["pendingConfirmation"]?["sessionId"]?.string)
        let digest = SHA256.hash(Array("a contract".utf8))
        let other = PercentCoding.encode("МА85031426")
        func act() throws -> HTTPResponse {
            var body = try #require(RequestBody.make(.signature).object)
            body["relyingPartyUUID"] = .string(party.uuid)
            body["onBehalfOf"] = "NTRMN-1234567"
            RequestBody.parameter("digest", .string(Base64.encode(digest)))(&body)
            return try party.send("POST", "/signature/notification/etsi/" + other, JSONValue.object(body).bytes)
        }
        #expect(try act().outcome == "403 REPRESENTATION_PENDING")
        try signer.approve(session)
        let statement = try service.deployment.value(
            "SELECT encode(sha256(request_json), 'hex') FROM rp_session WHERE id = '\(session)'")
        let signed = try #require(statement.flatMap { Hex.decode($0) })
        #expect(try party.hasValidSignature(session, digest: signed))
        let contract = try #require(try act().json["sessionID"]?.string)
        try signer.approve(contract)
        #expect(try party.hasValidSignature(contract, digest: digest))
        #expect(
            try party.result(contract)["onBehalfOf"] == [
                "orgEtsi": "NTRMN-1234567", "orgName": "Жишээ", "rightType": "MANAGER",
            ])
    }
}
