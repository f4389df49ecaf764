import Testing
import Wire

/// What a phone takes for a pairing code. Forms and the certificate's fingerprint are those of Aptove's bridge and app
/// (aptove/bridge, src/pairing.rs, Apache-2.0).
@Suite struct PairingURLTests {
    private static let shown =
        "E9:A3:F2:34:E9:C9:7F:E0:1B:05:EF:20:48:8A:7F:DA:49:51:6C:24:3A:36:69:F8:B2:D9:13:92:7A:76:12:EB"
    private static let bytes = Hex.decode(shown.split(separator: ":").joined()) ?? []
    private static let start = "https://192.168.1.100:8765/pair/local?code=847291&fp="

    @Test(arguments: ["", "SHA256:", "sha256:", "SHA256%3A"])
    func thePrefixOfTheFingerprintMayStandThere(_ prefix: String) throws {
        for fingerprint in [Self.shown, Self.shown.lowercased(), Self.shown.replacing(":", with: "%3A")] {
            let url = try PairingURL(Self.start + prefix + fingerprint)
            #expect(url.baseURL == "https://192.168.1.100:8765" && url.code == "847291")
            #expect(url.fingerprint == Self.bytes)
        }
    }

    @Test func whatIsShownIsReadAgain() throws {
        let url = try PairingURL(baseURL: "https://[2001:db8::1]:8443/", code: "100000", fingerprint: Self.bytes)
        #expect(url.text == "https://[2001:db8::1]:8443/pair/local?code=100000&fp=" + Self.shown)
        #expect(try PairingURL(url.text) == url)
        #expect(PairingURL.text(of: Self.bytes) == Self.shown && PairingURL.fingerprint(Self.shown) == Self.bytes)
        // Members that somebody adds do not matter; their order does not either.
        #expect(try PairingURL("https://a/pair/local?x=1&fp=\(Self.shown)&code=999999").code == "999999")
    }

    @Test(arguments: [
        ("http://192.168.1.100/pair/local?code=847291&fp=F", PairingURL.Fault.scheme),
        ("cierge-pair://v1?code=847291&fp=F", .scheme), ("https:///pair/local?code=847291&fp=F", .scheme),
        ("https://u@a/pair/local?code=847291&fp=F", .scheme), ("https://a:0/pair/local?code=847291&fp=F", .scheme),
        ("https://a/x/pair/local?code=847291&fp=F", .scheme), ("", .path), ("https://a/pair/local", .path),
        ("https://a/pair/cloudflare?code=847291&fp=F", .path), ("https://a/pair/local/?code=847291&fp=F", .path),
        ("https://a/pair/local?code=%&fp=F", .query), ("https://a/pair/local?code=847291&code=847291&fp=F", .query),
        ("https://a/pair/local?code=847291&fp=F&fp=F", .query),
        ("https://a/pair/local?fp=F", .code), ("https://a/pair/local?code=84729&fp=F", .code),
        ("https://a/pair/local?code=8472911&fp=F", .code), ("https://a/pair/local?code=047291&fp=F", .code),
        ("https://a/pair/local?code=84729x&fp=F", .code), ("https://a/pair/local?code=847291", .fingerprint),
        ("https://a/pair/local?code=847291&fp=F:00", .fingerprint),
        ("https://a/pair/local?code=847291&fp=FF", .fingerprint),
        ("https://a/pair/local?code=847291&fp=SHA1:F", .fingerprint),
        ("https://a/pair/local?code=847291&fp=F#x", .fingerprint),
    ])
    func anythingElseIsNoCode(_ text: String, _ fault: PairingURL.Fault) {
        let whole = text.replacing("fp=F", with: "fp=" + Self.shown)
        #expect(throws: fault) { try PairingURL(whole) }
    }

    @Test func aFingerprintHasColons() {
        #expect(PairingURL.fingerprint(Self.shown.split(separator: ":").joined()) == nil)
        #expect(PairingURL.fingerprint(String(Self.shown.dropLast(3))) == nil)
        #expect(PairingURL.fingerprint(Self.shown.replacing("E9", with: "G9")) == nil)
    }
}
