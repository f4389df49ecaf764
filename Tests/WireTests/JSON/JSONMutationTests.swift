import Testing

@testable import Wire

@Suite("Mutated JSON")
struct JSONMutationTests {
    static let seeds = [
        #"{"code":"A","errors":[{"pointer":"/a/0","detail":"\u00e9\ud83d\ude00"}],"n":-12.5e+3,"t":true,"z":null}"#,
        #"[[[[1,2,3],[]],{"a":{"b":{"c":"Өд 😀"}}}],"\"\\\/\b\f\n\r\t",0,-1,1e9]"#,
    ]
    static let dictionary = [
        "\"", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "null", "1e", "-", "\u{0}", "é", "\\",
    ]

    @Test("10,000 texts never trap, and what is accepted reads back as itself", arguments: 0..<2)
    func never(seed: Int) throws {
        var random = Random(seed: UInt64(seed) + 10)
        let original = Array(Self.seeds[seed].utf8)
        let dictionary = Self.dictionary.map { Array($0.utf8) }
        for _ in 0..<5_000 {
            let bytes = random.mutate(original, dictionary: dictionary)
            let result = Result { () throws(JSONError) in try JSONParser.parse(bytes) }
            switch result {
            case .success(let value):
                #expect(try JSONParser.parse(value.bytes) == value)
                #expect(String(validating: bytes, as: UTF8.self) != nil)
            case .failure(let error):
                if !(0...bytes.count).contains(error.offset) { Issue.record("offset \(error.offset)") }
            }
        }
    }

    @Test("Where UTF-8 breaks is found exactly when the standard library says that it breaks")
    func utf8() {
        var random = Random(seed: 20)
        let original = Array("aé€😀\u{10FFFF}\u{D7FF}\u{E000}".utf8)
        for _ in 0..<5_000 {
            let bytes = random.mutate(original, dictionary: [[0xED, 0xA0], [0xF4, 0x90], [0xC0], [0xE0, 0x80]])
            let prefix = bytes.withUnsafeBufferPointer { UTF8Check.validPrefix($0) }
            let valid = String(validating: bytes, as: UTF8.self) != nil
            if valid != (prefix == bytes.count) || String(validating: bytes[..<prefix], as: UTF8.self) == nil {
                Issue.record("\(bytes)")
            }
        }
    }
}
