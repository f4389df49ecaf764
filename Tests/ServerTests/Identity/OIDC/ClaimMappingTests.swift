import Testing
import Wire

@testable import Server

@Suite("Claims about a person")
struct ClaimMappingTests {
    private static let good: [String: JSONValue] = [
        "registration_number": "УХ00112233", "civil_id": "12345678", "given_name": "Бат-Эрдэнэ", "family_name": "ДОРЖ",
    ]

    private func claims(_ changes: [String: JSONValue] = [:], without name: String? = nil) -> JSONValue {
        var object = JSONObject()
        for (member, value) in Self.good.merging(changes, uniquingKeysWith: { $1 }) where member != name {
            object[member] = value
        }
        return .object(object)
    }

    @Test("a person as the claims name it")
    func person() throws {
        let person = try ClaimMapping().person(claims(["civil_id": 12_345_678, "given_name": " Бат-Эрдэнэ "]))
        #expect(
            person
                == KYCPerson(
                    civilId: "12345678", registrationNumber: "УХ00112233", givenName: "Бат-Эрдэнэ", surname: "ДОРЖ"))
    }

    @Test("a missing claim is told from a wrong one")
    func missing() {
        for name in Self.good.keys {
            #expect(throws: OIDCFailure.claimMissing, "\(name)") { try ClaimMapping().person(claims(without: name)) }
            #expect(throws: OIDCFailure.claimMissing, "\(name)") { try ClaimMapping().person(claims([name: .null])) }
            #expect(throws: OIDCFailure.claimInvalid, "\(name)") { try ClaimMapping().person(claims([name: []])) }
            #expect(throws: OIDCFailure.claimInvalid, "\(name)") { try ClaimMapping().person(claims([name: ""])) }
        }
        #expect(throws: OIDCFailure.claimMissing) { try ClaimMapping().person([]) }
    }

    @Test(
        "what goes into a certificate has its form",
        arguments: [
            ("registration_number", "УХ0011223"), ("registration_number", "ух00112233"), ("civil_id", "12A"),
            ("civil_id", "123456789012345678901"), ("civil_id", "-1"), ("civil_id", "٣٣"), ("given_name", "Bat"),
            ("given_name", "Бат<"), ("given_name", "-Бат"), ("given_name", "Бат--Дорж"), ("given_name", "Бат-"),
            ("given_name", "И\u{306}гор"), ("family_name", "Дорж\u{202E}"), ("family_name", "Дорж\nБат"),
        ])
    func invalid(_ name: String, _ value: String) {
        #expect(throws: OIDCFailure.claimInvalid) { try ClaimMapping().person(claims([name: .string(value)])) }
        let long = String(repeating: "А", count: 65)
        #expect(throws: OIDCFailure.claimInvalid) { try ClaimMapping().person(claims(["given_name": .string(long)])) }
    }

    @Test("pointers reach into what a provider nests (RFC 6901)")
    func pointers() throws {
        var mapping = ClaimMapping()
        mapping.registrationNumber = "/1/services/WS~1card/response/regnum"
        mapping.civilID = "/1/services/WS~1card/response/civil~0id"
        mapping.givenName = "/1/services/WS~1card/response/firstname"
        mapping.surname = "/1/services/WS~1card/response/lastname"
        let card: JSONValue = [
            "regnum": "УХ00112233", "civil~id": 12_345_678, "firstname": "Бат", "lastname": "Дорж",
        ]
        let answer: JSONValue = [["type": 3], ["services": ["WS/card": ["response": card]]]]
        #expect(try mapping.person(answer).givenName == "Бат")
        for path in ["/2/a", "/01/services", "/-1", "/+1", "/x", "/1/services/none"] {
            #expect(ClaimMapping.value(at: path, in: answer) == nil, "\(path)")
        }
    }
}
