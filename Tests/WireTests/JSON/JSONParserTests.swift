import Testing

@testable import Wire

@Suite("The JSON parser accepts")
struct JSONParserTests {
    static func parse(_ text: String) throws -> JSONValue {
        try JSONParser.parse(Array(text.utf8))
    }

    @Test(
        "every text of the grammar",
        arguments: [
            "[]", "{}", " [ ] ", "\t\n\r {}\r\n", "0", "-0", "-1", "1.5", "1e5", "1E+5", "1e-5", "-0.0e0", "0e0",
            "123456789012345678901234567890", "true", "false", "null", "\"\"", "[null,1,\"2\",[3],{}]",
            "{\"\":0}", "{\"a\":{\"a\":{}}}", "{\"a\":1,\"b\":2}", "[ 1 , 2 ]", "{ \"a\" : 1 }", "\"\\u0000\"",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "\"\u{FFFF}\"", "\"\u{10FFFF}\"",
            "\"\\uDBFF\\uDFFF\"", "\"\\u0060\\u012a\"", "\"\\\\u0000\"", "\"\u{FEFF}\"", "\"/*c*/\"",
        ])
    func accepted(text: String) throws {
        let value = try Self.parse(text)
        #expect(try JSONParser.parse(value.bytes) == value, "what we write reads back")
    }

    @Test("escapes with their meaning")
    func escapes() throws {
        let value = try Self.parse(#""\"\\\/\b\f\n\r\t\u00e9\u20AC\uD83D\ude00é€😀""#)
        #expect(value == .string("\"\\/\u{8}\u{c}\n\r\té€😀é€😀"))
        #expect(try Self.parse(#""a\u0000b""#) == .string("a\u{0}b"))
    }

    @Test("numbers as written, and exact integers only up to 2^53")
    func numbers() throws {
        #expect(try Self.parse("9007199254740992").int64 == 9_007_199_254_740_992)
        #expect(try Self.parse("-9007199254740992").int64 == -9_007_199_254_740_992)
        #expect(try Self.parse("9007199254740993").int64 == nil)
        #expect(try Self.parse("-9007199254740993").int64 == nil)
        #expect(try Self.parse("99999999999999999999").int64 == nil)
        #expect(try Self.parse("-0").int64 == 0)
        for text in ["1.0", "1e2", "1E0", "0.5"] { #expect(try Self.parse(text).int64 == nil) }
        #expect(try Self.parse("1.50E+01") == .number(JSONNumber(checked: "1.50E+01")))
    }

    @Test("members in their order, found by exact bytes")
    func members() throws {
        let object = try #require(try Self.parse("{\"z\":1,\"\u{e9}\":2,\"a\":3}").object)
        #expect(object.members.map(\.name) == ["z", "\u{e9}", "a"])
        #expect(object["\u{e9}"]?.int64 == 2)
        #expect(object["e\u{301}"] == nil)
        #expect(try Self.parse("{\"\u{e9}\":1,\"e\u{301}\":2}").object?.members.count == 2)
    }

    @Test("depth 16 and no more")
    func depth() throws {
        let deep = { (levels: Int) in String(repeating: "[", count: levels) + String(repeating: "]", count: levels) }
        _ = try Self.parse(deep(16))
        #expect(throws: JSONError.self) { try Self.parse(deep(17)) }
        let objects = String(repeating: "{\"a\":", count: 17) + "1" + String(repeating: "}", count: 17)
        #expect(throws: JSONError.self) { try Self.parse(objects) }
        #expect(throws: JSONError.self) { try Self.parse(String(repeating: "[", count: 1_000_000)) }
    }

    @Test("100,000 values and no more")
    func elements() throws {
        let array = { (count: Int) in "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }
        _ = try Self.parse(array(99_999))
        let error = #expect(throws: JSONError.self) { try Self.parse(array(100_000)) }
        #expect(error?.reason == .tooManyElements)
        #expect(error?.pointer == "/99999")
    }

    @Test("large objects without quadratic work, and still no duplicates")
    func manyMembers() throws {
        let text = (0..<20_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(try Self.parse("{\(text)}").object?.members.count == 20_000)
        let error = #expect(throws: JSONError.self) { try Self.parse("{\(text),\"k7\":1}") }
        #expect(error?.reason == .duplicateName)
    }
}
