import Crypto
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    @Suite("The Latin name that a phone confirms", .serialized)
    struct ConfirmedNames {
        @Test("the confirmed Latin name must be a spelling of the proven one")
        func latinName() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                // Бат Дорж: BAT DORJ is proposed.
                let citizen = "УХ00112233"
                for (member, name) in [("givenName", "BOLD"), ("surname", "GATES")] {
                    let opened = try kit.openAnything(citizen: citizen)
                    let body = try BodyEditing.edit(kit.body(opened, .nonsense), "latinName") { value in
                        guard var names = value?.object else { return value }
                        names[member] = .string(name)
                        return .object(names)
                    }
                    let refused = try kit.complete(body)
                    #expect(refused.outcome == "400 LATIN_NAME_MISMATCH")
                    #expect(refused.pointer == "/latinName/\(member)")
                    try world.expectBurned(opened)
                }
                try world.deployment.sql("DELETE FROM enrolment WHERE state = 'FAILED'")
                let honest = try kit.prove(citizen: citizen, freshKey: true)
                let body = try BodyEditing.edit(honest.body, "latinName") { _ in
                    .object(["givenName": .string("Bat"), "surname": .string("Dorzh")])
                }
                let answer = try kit.complete(body)
                #expect(answer.status == 200)
                let der = answer.json["slots"]?.array?.first?["certificate"]?.string.flatMap { Base64.decode($0) }
                let subject = try CertificateInspector.inspect(#require(der))
                #expect(subject.givenName == "Bat" && subject.surname == "Dorzh")
            }
        }
    }
}
