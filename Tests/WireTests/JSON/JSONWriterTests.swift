import Testing

@testable import Wire

@Suite("The JSON writer")
struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("puts commas and colons where they belong")
    func structure() {
        let result = text { w in
            w.object { w in
                w.member("a", "text")
                w.member("n", 5)
                w.member("flag", true)
                w.memberNull("none")
                w.memberIfPresent("absent", nil)
                w.memberIfPresent("absent", base64: nil)
                w.memberIfPresent("present", "x")
                w.member("list") { w in
                    w.array { w in
                        w.value(1)
                        w.array { _ in }
                        w.object { _ in }
                        w.value("x")
                    }
                }
                w.memberObject("o") { w in w.member("big", Int64(9_007_199_254_740_992)) }
                w.memberArray("b") { w in w.value(false) }
                w.member("raw", json: Array("[0]".utf8))
                w.member("v", .array([.null, .number(JSONNumber(-7))]))
                w.member("data", base64: [0xFB, 0xFF])
            }
        }
        #expect(
            result == #"{"a":"text","n":5,"flag":true,"none":null,"present":"x","list":[1,[],{},"x"],"#
                + #""o":{"big":9007199254740992},"b":[false],"raw":[0],"v":[null,-7],"data":"+/8="}"#)
    }

    @Test("escapes quotes, backslashes and control characters, and nothing else")
    func escapes() {
        let result = text { $0.value("\"\\/\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}Ө😀\u{2028}") }
        #expect(result == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}Ө😀\u{2028}\"")
    }

    @Test("writes what the parser reads back, whatever the string")
    func roundTrip() throws {
        var random = Random(seed: 3)
        for _ in 0..<2_000 {
            var string = ""
            for _ in 0..<random.below(12) {
                let range: [UInt32] = [0x40, 0x100, 0x3000, 0x11_0000]
                let code = UInt32(random.below(Int(range[random.below(4)])))
                if let scalar = Unicode.Scalar(code) { string.unicodeScalars.append(scalar) }
            }
            let value = JSONValue.object([string: .array([.string(string), .bool(true)])])
            #expect(try JSONParser.parse(value.bytes) == value)
        }
    }

    @Test("lets an error of the content through")
    func throwing() {
        struct Stop: Error {}
        var writer = JSONWriter()
        #expect(throws: Stop.self) {
            try writer.object { _ throws(Stop) in throw Stop() }
        }
    }
}
