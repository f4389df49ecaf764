import Testing

@testable import Wire

@Suite("Base64 texts")
struct Base64Tests {
    /// RFC 4648 §10.
    static let vectors = [
        ("", "", ""), ("f", "Zg==", "66"), ("fo", "Zm8=", "666f"), ("foo", "Zm9v", "666f6f"),
        ("foob", "Zm9vYg==", "666f6f62"), ("fooba", "Zm9vYmE=", "666f6f6261"),
        ("foobar", "Zm9vYmFy", "666f6f626172"),
    ]

    @Test("The vectors of RFC 4648 §10 hold in both directions", arguments: vectors)
    func vectorsHold(plain: String, base64: String, hex: String) {
        let bytes = Array(plain.utf8)
        let unpadded = String(base64.prefix { $0 != "=" })
        #expect(Base64.encode(bytes) == base64)
        #expect(Base64.decode(base64) == bytes)
        #expect(Base64URL.encode(bytes) == unpadded)
        #expect(Base64URL.decode(unpadded) == bytes)
        #expect(Hex.encode(bytes) == hex)
        #expect(Hex.decode(hex) == bytes)
        #expect(Hex.decode(hex.uppercased()) == bytes)
        #expect(Base64.encodedCount(bytes.count) == base64.utf8.count)
    }

    @Test("The two alphabets differ in 62 and 63, and neither takes the other's")
    func alphabets() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF]
        #expect(Base64.encode(bytes) == "+/+/")
        #expect(Base64URL.encode(bytes) == "-_-_")
        #expect(Base64.decode("-_-_") == nil)
        #expect(Base64URL.decode("+/+/") == nil)
    }

    @Test(
        "A text that is not canonical is refused",
        arguments: [
            "Zg", "Zg=", "Zg===", "Zm8", "Zm9v=", "Zm9v====", "=", "==", "====", "Z===", "Z",  // padding
            "Zh==", "Zv==", "Zm9=", "Zm+=",  // bits beyond the data
            "Zm9v\n", " Zm9v", "Zm 9v", "Zm9v\r\nZm9v", "Zg==\n",  // whitespace
            "Zg==Zg==", "Z=g=", "Zm9vZ=g=", "Zm9é", "Zm\u{0}v", "Zm9v!A==",  // foreign characters
        ])
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(
        "A base64url text that is not canonical is refused",
        arguments: ["Zg==", "Zh", "Zm9", "Z", "ZZZZZ", "Zm9v=", "Zm9v ", "Zé"])
    func refusedURL(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("Every byte string has one text, and every accepted text is the one")
    func bijective() {
        var random = Random(seed: 1)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        let alphabet = Array("AQgw/+=9_-".utf8)
        for _ in 0..<5_000 {
            let text = String(decoding: (0..<4).map { _ in alphabet[random.below(alphabet.count)] }, as: UTF8.self)
            if let bytes = Base64.decode(text) { #expect(Base64.encode(bytes) == text) }
            if let bytes = Base64URL.decode(text) { #expect(Base64URL.encode(bytes) == text) }
        }
    }

    @Test("Hex of odd length or with foreign characters is refused", arguments: ["a", "0x", "0g", "a b ", "é"])
    func hexRefused(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
