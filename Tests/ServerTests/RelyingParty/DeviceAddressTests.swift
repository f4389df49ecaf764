import Crypto
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// `deviceIpAddress`, if asked for and permitted (rp-api.md §3.1 and §4).
@Suite struct DeviceAddressTests {
    private let address = IPAddress(v4: 0xC000_0207)  // 192.0.2.7

    private func choose(_ world: SessionWorld, asks: Bool?) throws -> JSONValue? {
        let phone = try world.enrol()
        var body: JSONObject = ["relyingPartyUUID": .string(world.partyId), "relyingPartyName": "DEMO"]
        if let asks { body["requestProperties"] = .object(["shareMdClientIpAddress": .bool(asks)]) }
        let opened = try world.post(
            "/signature/certificate-choice/notification/etsi/PNOMN-12345678", .object(body))
        let id = try #require(opened.json["sessionID"]?.string)
        let answer = try world.call(
            "POST", "/v3/mobile/session/\(id)/certificate-choice",
            ["X-Device-Token": phone.token, "Content-Type": "application/json"], Array("{}".utf8), from: address)
        #expect(answer.status == 200)
        return try world.get("/session/\(id)").json["deviceIpAddress"]
    }

    @Test func onlyIfAskedForAndPermitted() throws {
        let allowed = try SessionWorld(settings: RelyingPartySettings(rights: ["SIGN", "DEVICE_IP"]))
        #expect(try choose(allowed, asks: true) == "192.0.2.7")
        #expect(try choose(allowed, asks: false) == nil)
        #expect(try choose(allowed, asks: nil) == nil)
        let stored = try allowed.database.execute(
            "SELECT count(*) FROM rp_session WHERE device_address IS NOT NULL")
        #expect(stored == [["1"]])
        // Without the right it is not refused, and not kept either.
        let other = try SessionWorld()
        #expect(try choose(other, asks: true) == nil)
        #expect(try other.database.execute("SELECT device_address FROM rp_session") == [[nil]])
    }

    @Test("the address of the phone that signs, of a log-in and of a signature")
    func ofASignature() throws {
        let service = try TestService()
        let phone = try service.enrolledPhone(registrationNumber: "УХ00112233")
        let party = service.relyingParty
        try service.database.execute("UPDATE relying_party SET rights = '{SIGN,DEVICE_IP}'")
        for flow in [SessionFlow.authentication, .signature] {
            var body = try #require(RequestBody.make(flow).object)
            body["relyingPartyUUID"] = .string(party.uuid)
            body["requestProperties"] = .object(["shareMdClientIpAddress": .bool(true)])
            let path = flow == .authentication ? "/authentication" : "/signature"
            let opened = try party.send(
                "POST", path + "/notification/document/" + phone.documentNumber, JSONValue.object(body).bytes)
            let id = try #require(opened.json["sessionID"]?.string)
            try phone.approve(id)
            #expect(try party.result(id)["deviceIpAddress"] == "127.0.0.1")
        }
        let plain = try party.logIn(document: phone.documentNumber)
        try phone.approve(plain)
        #expect(try party.result(plain)["deviceIpAddress"] == nil)
    }
}
