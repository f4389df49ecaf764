import Crypto
import Testing
import Wire

@testable import Server

@Suite struct LatinNameTests {
    @Test(arguments: ["BAT", "b", "Bat-Erdene", "ANNA MARIA", "MÖNKHZUL", "ŽANNA", String(repeating: "A", count: 64)])
    func valid(_ name: String) {
        #expect(LatinName.isValid(name))
    }

    @Test(arguments: [
        "", " ", "-", "-BAT", "BAT-", " BAT", "BAT ", "BAT--ERDENE", "BAT  E", "BAT- E", "Бат", "BAT1", "O'NEIL",
        "BAT.", "BAT\u{0}", "O\u{308}", "A×B", "BAT\n", String(repeating: "A", count: 65),
    ])
    func invalid(_ name: String) {
        #expect(!LatinName.isValid(name))
    }

    @Test func readsMembers() throws {
        let name = try LatinName(JSONFields(["givenName": .string("BAT"), "surname": .string("DORJ")]))
        #expect(name == LatinName(givenName: "BAT", surname: "DORJ"))
        #expect(LatinName(givenName: "BAT", surname: "") == nil)
        #expect {
            try LatinName(JSONFields(["givenName": .string("BAT"), "surname": .string("D0RJ")], pointer: "/latinName"))
        } throws: { error in
            let error = error as? FieldError
            return error?.code == "LATIN_NAME_INVALID" && error?.pointer == "/latinName/surname"
        }
    }
}
