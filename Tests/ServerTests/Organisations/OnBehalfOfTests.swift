import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// Sessions on behalf of an organisation (rp-api.md §10): every code at the start, and what the result says.
@Suite struct OnBehalfOfTests {
    private func start(
        _ world: SessionWorld, _ flow: SessionFlow, _ organisation: JSONValue = "NTRMN-1234567",
        at path: String = "/notification/etsi/PNOMN-12345678"
    ) throws -> SessionWorld.Answer {
        let base = flow == .authentication ? "/authentication" : "/signature"
        return try world.post(base + path, world.body(flow) { $0["onBehalfOf"] = organisation })
    }

    private func refused(_ answer: SessionWorld.Answer, _ status: Int, _ code: String) -> Bool {
        answer.status == status && answer.code == code && answer.pointer == "/onBehalfOf"
    }

    @Test func everyCode() throws {
        let world = try SessionWorld.withRegister()
        let phone = try world.director()
        let paths = [
            "/notification/etsi/PNOMN-12345678", "/notification/document/\(phone.document)",
            "/device-link/etsi/PNOMN-12345678",
        ]
        func all(_ status: Int, _ code: String, _ organisation: JSONValue = "NTRMN-1234567") throws {
            for flow in [SessionFlow.authentication, .signature] {
                for path in paths {
                    let answer = try start(world, flow, organisation, at: path)
                    #expect(refused(answer, status, code), "\(flow) \(path) \(code)")
                }
            }
        }
        for path in paths { #expect(try start(world, .authentication, at: path).status == 200) }
        try all(404, "ORG_NOT_FOUND", "NTRMN-7654321")
        for text in ["1234567", "NTRMN-", "NTRMN-12 3", "PNOMN-1"] { try all(400, "FIELD_VALUE", .string(text)) }
        let anonymous = try start(world, .authentication, at: "/device-link/anonymous")
        #expect(refused(anonymous, 403, "SIGNER_UNIDENTIFIED"))

        try world.database.execute("UPDATE representation SET valid_to = now() - interval '1 s'")
        try all(403, "REPRESENTATION_EXPIRED")
        try world.database.execute("UPDATE representation SET valid_to = NULL, source = 'MANUAL', state = 'PENDING'")
        try all(403, "REPRESENTATION_PENDING")
        try world.database.execute("UPDATE representation SET state = 'ACTIVE'; UPDATE organisation SET active = false")
        try all(403, "ORG_NOT_ACTIVE")
        try world.database.execute(
            "UPDATE organisation SET active = true; UPDATE representation SET state = 'REVOKED', revoked_at = now()")
        try all(403, "REPRESENTATION_DENIED")
        #expect(try world.database.execute("SELECT count(*) FROM rp_session WHERE organisation IS NOT NULL") == [["3"]])
    }

    /// Another citizen of the same organisation's party has no right by that.
    @Test func theRightIsThePersons() throws {
        let world = try SessionWorld.withRegister()
        _ = try world.director()
        _ = try world.enrol(try world.addCitizen("87654321", "МА74101813"))
        let answer = try start(world, .signature, at: "/notification/etsi/PNOMN-87654321")
        #expect(refused(answer, 403, "REPRESENTATION_DENIED"))
    }

    @Test func thePhoneAndTheResultSayIt() throws {
        let world = try SessionWorld.withRegister()
        let phone = try world.director()
        for flow in [SessionFlow.authentication, .signature] {
            let id = try #require(try start(world, flow).json["sessionID"]?.string)
            let shown: JSONValue = ["orgEtsi": "NTRMN-1234567", "orgName": "Жишээ ХХК"]
            #expect(try world.phoneGet("/session/\(id)", phone).json["onBehalfOf"] == shown)
            let list = try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array
            #expect(list?.first { $0["sessionId"]?.string == id }?["onBehalfOf"] == shown)
            try world.finish(id, phone, slot: flow.slot)
            let full: JSONValue = [
                "orgEtsi": "NTRMN-1234567", "orgName": "Жишээ ХХК", "role": "Захирал", "rightType": "ADMIN",
            ]
            #expect(try world.get("/session/\(id)").json["onBehalfOf"] == full)
            // Revoked since: the name stays, the right does not.
            try world.database.execute("UPDATE representation SET valid_to = now() - interval '1 s'")
            #expect(try world.get("/session/\(id)").json["onBehalfOf"] == shown)
            try world.database.execute("UPDATE representation SET valid_to = NULL")
        }
        let plain = try world.open(.signature)
        try world.finish(plain, phone, slot: "SIGN")
        #expect(try world.get("/session/\(plain)").json["onBehalfOf"] == nil)
    }

    /// A choice of certificate signs nothing: the member is one that nobody reads there.
    @Test func aChoiceOfCertificateDoesNotAsk() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let answer = try world.post(
            "/signature/certificate-choice/notification/etsi/PNOMN-12345678",
            .object([
                "relyingPartyUUID": .string(world.partyId), "relyingPartyName": "DEMO", "onBehalfOf": "NTRMN-7654321",
            ]))
        #expect(answer.status == 200)
    }
}
