import Testing
import Wire

/// Bytes of a member as they were sent.
@Suite struct RawMemberTests {
    @Test(arguments: [
        (#"{"a":1}"#, "1"), (#"{"b":2,"a":[1, {"x":"]"} ,"\"}"]}"#, #"[1, {"x":"]"} ,"\"}"]"#),
        (#" { "b" : {"a":3} , "a" : "x\\" } "#, #""x\\""#), (#"{"\u0061":null}"#, "null"),
        (#"{"b":"a","a":{"c":[]}}"#, #"{"c":[]}"#), (#"{"b":-1e3,"a":true}"#, "true"),
        ("{\"b\":[],\n\t\"a\" :\r[ ]\n}", "[ ]"),
    ])
    func found(_ body: String, _ value: String) throws {
        _ = try JSONParser.parse(Array(body.utf8))
        let bytes = try #require(RawMember.bytes("a", of: Array(body.utf8)))
        #expect(String(decoding: bytes, as: UTF8.self) == value)
    }

    @Test(arguments: ["{}", #"{"b":1}"#, #"{"b":{"a":1}}"#, #"{"b":"a"}"#, "[]", ""])
    func absent(_ body: String) { #expect(RawMember.bytes("a", of: Array(body.utf8)) == nil) }

    /// What was never parsed gives something or nothing, and never stops the process.
    @Test func brokenBodies() {
        let body = Array(#"{"b":[1,{"x":"\u005d"}],"a":"\\","c":{}}"#.utf8)
        for length in 0..<body.count {
            _ = RawMember.bytes("z", of: Array(body[..<length]))
            for byte: UInt8 in [0x22, 0x5C, 0x7B, 0x7D, 0x5B, 0x5D, 0x2C, 0x3A, 0x00] {
                var changed = body
                changed[length] = byte
                _ = RawMember.bytes("z", of: changed)
            }
        }
    }
}
