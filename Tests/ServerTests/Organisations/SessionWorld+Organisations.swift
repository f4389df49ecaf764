import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// Calls about organisations.
extension SessionWorld {
    static let register = "1234567"

    /// A party that may say who represents an organisation.
    static func withRegister() throws -> SessionWorld {
        try SessionWorld(settings: RelyingPartySettings(rights: ["SIGN", "ORG_WRITE"]))
    }

    /// Ends a session as a finished signature does.
    func finish(_ session: String, _ phone: Phone, slot: String) throws {
        try database.execute(
            """
            UPDATE rp_session SET state = 'COMPLETE', end_result = 'OK', completed_at = now(),
                readable_until = now() + interval '10 minutes', bound_document = '\(phone.document)',
                interaction_type_used = 'displayTextAndPIN', signature = decode(repeat('22', 64), 'hex'),
                certificate_serial = '\(phone.serials[slot] ?? "")', user_challenge = 'x'
            WHERE id = '\(session)'
            """)
    }

    /// The citizen logs in at this world's party, or at another one.
    func logIn(_ phone: Phone, party: (id: String, secret: String)? = nil) throws {
        let answer = try post(
            "/authentication/notification/document/" + phone.document,
            body(.authentication) { object in
                if let party { object["relyingPartyUUID"] = .string(party.id) }
            }, secret: party?.secret)
        try finish(try #require(answer.json["sessionID"]?.string), phone, slot: "AUTH")
    }

    func organisation(
        _ method: String, _ path: String, _ body: JSONValue? = nil, secret: String? = nil
    ) throws -> Answer {
        var headers: HTTPHeaders = ["Authorization": "Bearer " + (secret ?? self.secret)]
        if body != nil { headers.add("Content-Type", "application/json") }
        return try call(method, "/v3/organization" + path, headers, body?.bytes ?? [])
    }

    static func link(kind: String? = "CEO", person: String = "УХ00112233", name: String = "Жишээ ХХК") -> JSONValue {
        var affiliate: JSONObject = ["regNo": .string(person), "role": "Захирал"]
        if let kind { affiliate["kind"] = .string(kind) }
        return .object([
            "orgRegister": .string(register), "orgName": .string(name),
            "affiliates": .array([.object(["regNo": "МА85031426"]), .object(affiliate)]),
        ])
    }

    /// The world's citizen has logged in and is an ADMIN of the organisation; gives his phone.
    func director() throws -> Phone {
        let phone = try enrol()
        try logIn(phone)
        let answer = try organisation("POST", "/representations/etsi/PNOMN-12345678", Self.link())
        #expect(answer.status == 200)
        return phone
    }
}
