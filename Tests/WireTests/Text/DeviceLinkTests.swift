import Foundation
import TestSupport
import Testing
import Wire

/// The text of device links (rp-api.md §6): one link, one text.
@Suite struct DeviceLinkTests {
    private static let base = "https://ca.eidmongolia.mn/dl"
    private static let code = "AOKi9-sz9VOCXrZu7qsi4Axtcy0J8H3JjTJlZlTnhtk"
    private static let good =
        base + "?deviceLinkType=QR&elapsedSeconds=7&sessionToken=abc_-9&sessionType=auth&version=1.0&lang=mon&authCode="
        + code

    @Test func aLinkIsReadAndGivenBack() throws {
        let link = try #require(DeviceLink(Self.good, base: Self.base))
        #expect(link.kind == .qr && link.elapsedSeconds == 7 && link.sessionToken == "abc_-9")
        #expect(link.sessionType == .authentication && link.language == "mon" && link.authCode == Self.code)
        #expect(link.text == Self.good)
        #expect(link.unprotected + "&authCode=" + Self.code == Self.good)
    }

    @Test func everyGoldenLinkIsGivenBack() throws {
        let vectors = try GoldenVectors.read("devicelink/valid.json")["valid"]?.array ?? []
        #expect(vectors.count == 15)
        for vector in vectors {
            let text = try #require(vector["deviceLink"]?.string)
            let base = try #require(vector["input"]?["deviceLinkBase"]?.string)
            let link = try #require(DeviceLink(text, base: base))
            #expect(link.text == text && link.unprotected == vector["unprotectedDeviceLink"]?.string)
        }
    }

    /// What is replaced in the good link, and by what.
    private static let damages: [(String, String)] = [
        ("elapsedSeconds=7", "elapsedSeconds=07"), ("elapsedSeconds=7", "elapsedSeconds=-7"),
        ("elapsedSeconds=7", "elapsedSeconds=+7"), ("elapsedSeconds=7", "elapsedSeconds="),
        ("elapsedSeconds=7", "elapsedSeconds=1234567"), ("elapsedSeconds=7", "elapsedSeconds=٧"),
        ("&elapsedSeconds=7", ""), ("=QR&elapsedSeconds=7", "=Web2App&elapsedSeconds=7"), ("=QR", "=qr"),
        ("=QR", "=Notification"), ("abc_-9", ""), ("abc_-9", "abc.9"), ("abc_-9", "abc%5F-9"),
        ("abc_-9", "\u{301}abc_-9"),
        ("abc_-9", String(repeating: "a", count: 65)), ("sessionType=auth", "sessionType=login"),
        ("version=1.0", "version=1.1"), ("version=1.0", "version=1"), ("lang=mon", "lang=MON"),
        ("lang=mon", "lang=mn"), ("lang=mon", "lang=monn"), ("lang=mon", "lang=m%6Fn"), ("?", "??"), ("?", ""),
        ("?deviceLinkType", "?&deviceLinkType"), ("&version", "&&version"), ("sessionToken", "sessiontoken"),
        ("https://ca", "https://evil"), ("https://ca", "HTTPS://ca"), ("/dl?", "/dl/?"), ("/dl?", "/dl#?"),
        (code, ""), (code, code + "="), (code, String(code.dropLast())), (code, code + "A"),
        // The last character holds two bits that no byte has: another text of the same code.
        (code, String(code.dropLast()) + "l"), (code, code + "&foo=bar"), (code, code + "#x"), (code, code + "&"),
        (code, code + "&sessionId=0f8fad5b-d9cb-469f-a165-70867728950e&vc=04217"), ("lang=mon", "lang=mon\u{301}"),
    ]

    @Test(arguments: damages)
    func anythingElseIsNone(_ old: String, _ new: String) throws {
        let range = try #require(Self.good.range(of: old))
        let text = Self.good.replacingCharacters(in: range, with: new)
        #expect(text != Self.good)
        #expect(DeviceLink(text, base: Self.base) == nil)
    }

    @Test func orderCounts() {
        let swapped = Self.good.split(separator: "&").map(String.init)
        for index in 1..<swapped.count - 1 {
            var parts = swapped
            parts.swapAt(index, index + 1)
            #expect(DeviceLink(parts.joined(separator: "&"), base: Self.base) == nil)
        }
        #expect(DeviceLink("", base: Self.base) == nil && DeviceLink(Self.base + "?", base: Self.base) == nil)
    }

    @Test(arguments: [
        ("https://ca.eidmongolia.mn/dl", true), ("https://a", true), ("http://a/dl", false), ("https://", false),
        ("https://a/dl?x=1", false), ("https://a/dl#x", false), ("https://a/d l", false), ("https://a|b", false),
        ("", false),
    ])
    func bases(_ text: String, _ isBase: Bool) { #expect(DeviceLink.isBase(text) == isBase) }

    @Test func aQRCodeAuthenticatesNoCallback() throws {
        let request = DeviceLinkRequest(
            schemeName: "smart-id", signatureProtocol: "ACSP_V2", challenge: "Y2g=", relyingPartyName: "Дэмо",
            brokeredRpName: "", interactions: "W10=", initialCallbackURL: "https://rp.mn/cb")
        var link = try #require(DeviceLink(Self.good, base: Self.base))
        #expect(request.payload(of: link) == "smart-id|ACSP_V2|Y2g=|0JTRjdC80L4=||W10=||" + link.unprotected)
        link.kind = .web2App
        link.elapsedSeconds = nil
        #expect(
            request.payload(of: link)
                == "smart-id|ACSP_V2|Y2g=|0JTRjdC80L4=||W10=|https://rp.mn/cb|" + link.unprotected)
    }

    @Test func legacyLinks() throws {
        let id = "0f8fad5b-d9cb-469f-a165-70867728950e"
        let link = try #require(LegacyDeviceLink(Self.base + "?sessionId=\(id)&vc=04217", base: Self.base))
        #expect(link.sessionId == id && link.code == "04217")
        let bare = try #require(LegacyDeviceLink(id, base: Self.base))
        #expect(bare.sessionId == id && bare.code == nil)
        for text in [
            Self.base + "?sessionId=\(id)", Self.base + "?vc=04217&sessionId=\(id)",
            Self.base + "?sessionId=\(id)&vc=4217", Self.base + "?sessionId=\(id)&vc=0421a",
            Self.base + "?sessionId=\(id.uppercased())&vc=04217", Self.base + "?sessionId=\(id)&vc=04217&x=1",
            "https://evil/dl?sessionId=\(id)&vc=04217", id.uppercased(), Self.good, "",
        ] { #expect(LegacyDeviceLink(text, base: Self.base) == nil) }
    }

    @Test(arguments: [
        ("https://rp.mn/cb", "?"), ("https://rp.mn/cb?value=x", "&"), ("https://rp.mn/cb?", "&"),
    ])
    func callbacksKeepTheirQuery(_ initial: String, _ separator: String) {
        #expect(
            CallbackURL.make(initial, sessionSecretDigest: "D", userChallengeVerifier: "V")
                == initial + separator + "sessionSecretDigest=D&userChallengeVerifier=V")
        #expect(
            CallbackURL.make(initial, sessionSecretDigest: "D", userChallengeVerifier: nil)
                == initial + separator + "sessionSecretDigest=D")
        #expect(CallbackURL.make(initial, sessionSecretDigest: "", userChallengeVerifier: nil) == initial)
    }
}
