import Testing

@testable import Wire

@Suite("The JSON parser refuses")
struct JSONRefusalTests {
    static let structureCases = [
        RefusedJSON("an empty text", "", .unexpectedEnd, 0),
        RefusedJSON("only whitespace", "  ", .unexpectedEnd, 2),
        RefusedJSON("a byte order mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .byteOrderMark, 0),
        RefusedJSON("UTF-16", [0x7B, 0x00, 0x7D, 0x00], .unexpectedByte, 1),
        RefusedJSON("a second value", "{}{}", .trailingBytes, 2),
        RefusedJSON("a NUL at the end", "{}\u{0}", .trailingBytes, 2),
        RefusedJSON("a closing bracket too many", "[]]", .trailingBytes, 2),
        RefusedJSON("a comma at the end of an array", "[1,]", .unexpectedByte, 3),
        RefusedJSON("a comma at the end of an object", "{\"a\":1,}", .unexpectedByte, 7),
        RefusedJSON("a comma at the start", "[,1]", .unexpectedByte, 1),
        RefusedJSON("two commas", "[1,,2]", .unexpectedByte, 3),
        RefusedJSON("a missing comma", "[1 2]", .unexpectedByte, 3),
        RefusedJSON("a colon in an array", "[1:2]", .unexpectedByte, 2),
        RefusedJSON("a missing colon", "{\"a\" 1}", .unexpectedByte, 5),
        RefusedJSON("a missing value", "{\"a\":}", .unexpectedByte, 5),
        RefusedJSON("a name that is no string", "{1:1}", .unexpectedByte, 1),
        RefusedJSON("a bare name", "{a:1}", .unexpectedByte, 1),
        RefusedJSON("a bracket of the other kind", "[1}", .unexpectedByte, 2),
        RefusedJSON("an array that does not end", "[1", .unexpectedEnd, 2),
        RefusedJSON("an object that does not end", "{\"a\":1", .unexpectedEnd, 6),
        RefusedJSON("an object that ends after a name", "{\"a\"", .unexpectedEnd, 4),
        RefusedJSON("a comment", "/**/1", .unexpectedByte, 0),
        RefusedJSON("a form feed as whitespace", "\u{c}1", .unexpectedByte, 0),
        RefusedJSON("a no-break space", "\u{a0}1", .unexpectedByte, 0),
        RefusedJSON("True", "True", .unexpectedByte, 0),
        RefusedJSON("half a literal", "tru", .unexpectedEnd, 3),
        RefusedJSON("a wrong literal", "nulL", .unexpectedByte, 3),
        RefusedJSON("a literal and more", "truex", .trailingBytes, 4),
        RefusedJSON("NaN", "NaN", .unexpectedByte, 0),
        RefusedJSON("Infinity", "[-Infinity]", .badNumber, 2),
        RefusedJSON("a duplicate name", "{\"a\":1,\"a\":1}", .duplicateName, 7),
        RefusedJSON("a duplicate name behind an escape", "{\"a\":1,\"\\u0061\":1}", .duplicateName, 7),
    ]

    static let numbersCases = [
        RefusedJSON("a plus sign", "+1", .unexpectedByte, 0), RefusedJSON("a leading zero", "01", .badNumber, 1),
        RefusedJSON("a negative leading zero", "-01", .badNumber, 2),
        RefusedJSON("a lone minus", "-", .unexpectedEnd, 1),
        RefusedJSON("two minus signs", "--1", .badNumber, 1), RefusedJSON("a leading point", ".5", .unexpectedByte, 0),
        RefusedJSON("a trailing point", "[1.]", .badNumber, 3),
        RefusedJSON("a point at the end", "1.", .unexpectedEnd, 2),
        RefusedJSON("an empty exponent", "[1e]", .badNumber, 3),
        RefusedJSON("a signed empty exponent", "[1e+]", .badNumber, 4),
        RefusedJSON("a fractional exponent", "1e1.5", .trailingBytes, 3), RefusedJSON("hex", "0x1", .trailingBytes, 1),
        RefusedJSON("an underscore", "1_0", .trailingBytes, 1), RefusedJSON("an Arabic digit", "١", .unexpectedByte, 0),
    ]

    static let stringsCases = [
        RefusedJSON("a string that does not end", "\"a", .unexpectedEnd, 2),
        RefusedJSON("a backslash at the end", "\"\\", .unexpectedEnd, 2),
        RefusedJSON("an escaped closing quote", "\"\\\"", .unexpectedEnd, 3),
        RefusedJSON("single quotes", "'a'", .unexpectedByte, 0),
        RefusedJSON("a raw tab", "\"\t\"", .controlCharacter, 1),
        RefusedJSON("a raw newline", "\"a\n\"", .controlCharacter, 2),
        RefusedJSON("a raw NUL", "\"\u{0}\"", .controlCharacter, 1),
        RefusedJSON("an escaped control byte", "\"\\\u{1}\"", .badEscape, 2),
        RefusedJSON("an unknown escape", "\"\\x41\"", .badEscape, 1),
        RefusedJSON("an escape in upper case", "\"\\U0041\"", .badEscape, 1),
        RefusedJSON("a short unicode escape", "\"\\u004\"", .badEscape, 1),
        RefusedJSON("a unicode escape with a sign", "\"\\u+041\"", .badEscape, 1),
        RefusedJSON("a lone high surrogate", "\"\\uD800\"", .loneSurrogate, 1),
        RefusedJSON("a lone low surrogate", "\"a\\uDC00\"", .loneSurrogate, 2),
        RefusedJSON("a high surrogate before text", "\"\\uD800abcdefg\"", .loneSurrogate, 1),
        RefusedJSON("two high surrogates", "\"\\uD800\\uD800\"", .loneSurrogate, 1),
        RefusedJSON("surrogates in the wrong order", "\"\\uDC00\\uD800\"", .loneSurrogate, 1),
        RefusedJSON("a broken second half", "\"\\uD800\\u00\"", .badEscape, 7),
        RefusedJSON("a lone continuation byte", [0x22, 0x61, 0x80, 0x22], .badUTF8, 2),
        RefusedJSON("a sequence cut short", [0x22, 0xE2, 0x82, 0x22], .badUTF8, 1),
        RefusedJSON("an overlong slash", [0x22, 0xC0, 0xAF, 0x22], .badUTF8, 1),
        RefusedJSON("an overlong NUL of three bytes", [0x22, 0xE0, 0x80, 0x80, 0x22], .badUTF8, 1),
        RefusedJSON("an overlong of four bytes", [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22], .badUTF8, 1),
        RefusedJSON("a surrogate in UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22], .badUTF8, 1),
        RefusedJSON("beyond U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .badUTF8, 1),
        RefusedJSON("a byte that UTF-8 never has", [0x22, 0xFF, 0x22], .badUTF8, 1),
        RefusedJSON("bad UTF-8 beside an escape", [0x22, 0x5C, 0x6E, 0xC3, 0x22], .badUTF8, 3),
        RefusedJSON("an escaped byte above ASCII", [0x22, 0x5C, 0xC3, 0xA9, 0x22], .badEscape, 1),
    ]

    @Test("what has the wrong structure", arguments: structureCases)
    func structure(example: RefusedJSON) {
        check(example)
    }

    @Test("what is not a number", arguments: numbersCases)
    func numbers(example: RefusedJSON) {
        check(example)
    }

    @Test("what is not a string", arguments: stringsCases)
    func strings(example: RefusedJSON) {
        check(example)
    }

    private func check(_ example: RefusedJSON) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(example.bytes) }
        #expect(error?.reason == example.reason)
        #expect(error?.offset == example.offset)
    }

    @Test("with a pointer to the value, its names escaped and cut")
    func pointer() {
        let error = #expect(throws: JSONError.self) {
            try JSONParser.parse(Array("{\"a\":0,\"slots\":[{},{\"x/y~\":tru}]}".utf8))
        }
        #expect(error?.pointer == "/slots/1/x~1y~0")
        let long = String(repeating: "n", count: 10_000)
        let cut = #expect(throws: JSONError.self) { try JSONParser.parse(Array("{\"\(long)\":?}".utf8)) }
        #expect(cut?.pointer.utf8.count == 65)
        #expect(cut?.offset == 10_004)
    }
}
