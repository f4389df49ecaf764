import Testing

@testable import Wire

@Suite("Field errors name the member, the code and what was expected")
struct JSONFieldsTests {
    private func fields(_ text: String) throws -> JSONFields {
        try JSONFields(JSONParser.parse(Array(text.utf8)))
    }

    private func expect<T>(
        _ code: String, _ pointer: String, sourceLocation: SourceLocation = #_sourceLocation, _ read: () throws -> T
    ) {
        let error = #expect(throws: FieldError.self, sourceLocation: sourceLocation) { _ = try read() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.pointer == pointer, sourceLocation: sourceLocation)
        #expect(error?.expected.isEmpty == false, sourceLocation: sourceLocation)
    }

    @Test("right members are read")
    func right() throws {
        let f = try fields(
            #"{"s":"өд","b":true,"i":-5,"d":"AAEC","u":"919108f7-52d1-4320-9bac-f847db4148a8","#
                + #""e":"B","o":{"x":"y"},"a":[{"nonce":"AA=="},{"nonce":"AQ=="}],"n":null,"extra":[]}"#)
        #expect(try f.string("s", maxCharacters: 2) == "өд")
        #expect(try f.bool("b"))
        #expect(try f.integer("i", in: -5...5) == -5)
        #expect(try f.base64("d", bytes: 3) == [0, 1, 2])
        #expect(try f.base64("d", max: 3) == [0, 1, 2])
        #expect(try f.uuid("u") == "919108f7-52d1-4320-9bac-f847db4148a8")
        #expect(try f.oneOf("e", ["A", "B"]) == "B")
        #expect(try f.object("o").string("x") == "y")
        #expect(try f.array("a", count: 1...2).map { try $0.object().base64("nonce", bytes: 1) } == [[0], [1]])
    }

    @Test("null and nothing are absent where a member is optional")
    func optional() throws {
        let f = try fields(#"{"n":null}"#)
        for name in ["n", "missing"] {
            #expect(try f.optionalString(name) == nil)
            #expect(try f.optionalBool(name) == nil)
            #expect(try f.optionalInteger(name, in: 0...1) == nil)
            #expect(try f.optionalBase64(name) == nil)
            #expect(try f.optionalUUID(name) == nil)
            #expect(try f.optionalOneOf(name, []) == nil)
            #expect(try f.optionalObject(name) == nil)
            #expect(try f.optionalArray(name, count: 0...1) == nil)
        }
        expect("FIELD_MISSING", "/missing") { try f.string("missing") }
        expect("FIELD_TYPE", "/n") { try f.string("n") }
    }

    @Test("an optional member that is there must be right")
    func optionalWrong() throws {
        let f = try fields(#"{"n":1}"#)
        expect("FIELD_TYPE", "/n") { try f.optionalString("n") }
        expect("FIELD_VALUE", "/n") { try f.optionalInteger("n", in: 2...3) }
    }

    @Test("each wrong type has FIELD_TYPE")
    func types() throws {
        let f = try fields(#"{"n":1.5,"s":"x"}"#)
        expect("FIELD_TYPE", "/n") { try f.string("n") }
        expect("FIELD_TYPE", "/n") { try f.bool("n") }
        expect("FIELD_TYPE", "/s") { try f.integer("s", in: 0...1) }
        expect("FIELD_TYPE", "/n") { try f.base64("n") }
        expect("FIELD_TYPE", "/n") { try f.uuid("n") }
        expect("FIELD_TYPE", "/n") { try f.oneOf("n", ["1"]) }
        expect("FIELD_TYPE", "/n") { try f.object("n") }
        expect("FIELD_TYPE", "/n") { try f.array("n", count: 0...1) }
        expect("FIELD_VALUE", "/n") { try f.integer("n", in: 0...2) }
        expect("FIELD_TYPE", "") { try JSONFields(.array([])) }
    }

    @Test("lengths, Base64 and values have their own codes, and pointers go through arrays")
    func values() throws {
        let f = try fields(#"{"slots":[{"nonce":"AB=="},{"nonce":"AAAA"},{"id":"X"},7],"s":"abc","a/b":"e\u0301"}"#)
        let slots = try f.array("slots", count: 4...4)
        expect("FIELD_BASE64", "/slots/0/nonce") { try slots[0].object().base64("nonce", bytes: 1) }
        expect("FIELD_LENGTH", "/slots/1/nonce") { try slots[1].object().base64("nonce", bytes: 2) }
        expect("FIELD_LENGTH", "/slots/1/nonce") { try slots[1].object().base64("nonce", bytes: 32) }
        expect("FIELD_LENGTH", "/slots/1/nonce") { try slots[1].object().base64("nonce", max: 2) }
        expect("FIELD_VALUE", "/slots/2/id") { try slots[2].object().uuid("id") }
        expect("FIELD_VALUE", "/slots/2/id") { try slots[2].object().oneOf("id", ["Y"]) }
        expect("FIELD_TYPE", "/slots/3") { try slots[3].object() }
        expect("FIELD_LENGTH", "/slots") { try f.array("slots", count: 1...3) }
        expect("FIELD_LENGTH", "/s") { try f.string("s", maxCharacters: 2) }
        expect("FIELD_LENGTH", "/s") { try f.string("s", characters: 4...9) }
        expect("FIELD_VALUE", "/a~1b") { try f.oneOf("a/b", ["\u{e9}"]) }
        expect("OWN", "/s") { throw f.error("s", "OWN", expected: "something") }
    }
}
