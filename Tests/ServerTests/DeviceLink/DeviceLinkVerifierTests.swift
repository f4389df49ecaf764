import Crypto
import TestSupport
import Testing
import Wire

@testable import Server

private func secretBytes(_ bytes: [UInt8]) -> SecretBytes {
    var secret = SecretBytes(count: bytes.count)
    secret.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return secret
}

/// The golden vectors against what the service demands of a link.
@Suite struct DeviceLinkVerifierTests {
    private struct Session {
        let base: String
        let request: DeviceLinkRequest
        let secret: [UInt8]

        init(_ input: JSONValue?) throws {
            func text(_ name: String) throws -> String { try #require(input?[name]?.string) }
            base = try text("deviceLinkBase")
            secret = try #require(Base64.decode(text("sessionSecret")))
            request = DeviceLinkRequest(
                schemeName: try text("schemeName"), signatureProtocol: try text("signatureProtocol"),
                challenge: try text("rpChallengeOrDigest"), relyingPartyName: try text("relyingPartyName"),
                brokeredRpName: try text("brokeredRpName"), interactions: try text("interactions"),
                initialCallbackURL: try text("initialCallbackUrl"))
        }

        func reason(_ text: String) -> DeviceLinkVerifier.Reason? {
            guard let link = DeviceLink(text, base: base) else { return .format }
            return DeviceLinkVerifier.checkAuthCode(link, request, secret: secretBytes(secret))
        }
    }

    @Test func everyGoldenLinkIsAuthentic() throws {
        let vectors = try GoldenVectors.read("devicelink/valid.json")["valid"]?.array ?? []
        #expect(vectors.count == 15)
        for vector in vectors {
            let link = try #require(vector["deviceLink"]?.string)
            #expect(try Session(vector["input"]).reason(link) == nil)
        }
    }

    @Test func everyDamagedGoldenLinkHasItsReason() throws {
        let parent = try GoldenVectors.valid("devicelink", "eid-qr-auth-e0")
        let session = try Session(parent["input"])
        let vectors = try GoldenVectors.read("devicelink/invalid.json")["invalid"]?.array ?? []
        #expect(vectors.count == 10)
        for vector in vectors {
            let link = try #require(vector["change"]?.array?.first?["set"]?.string)
            let reason = vector["expect"]?.string == "DEVICE_LINK_FORMAT" ? "format" : "authCode"
            #expect(session.reason(link)?.rawValue == reason)
        }
    }

    /// Every character of the code, and every field behind it.
    @Test func aChangedCharacterIsSeen() throws {
        let vector = try GoldenVectors.valid("devicelink", "eid-web2app-auth")
        let session = try Session(vector["input"]), link = try #require(vector["deviceLink"]?.string)
        let characters = Array(link)
        for index in characters.indices.dropFirst(session.base.count + 1) {
            var changed = characters
            changed[index] = changed[index] == "a" ? "b" : "a"
            #expect(session.reason(String(changed)) != nil, "character \(index)")
        }
    }

    @Test(
        arguments: [
            (0, 0, true), (-2_000, 0, true), (-2_001, 0, false), (20_000, 0, true), (20_001, 0, false),
            (5_000, 7, true), (4_999, 7, false), (27_000, 7, true), (27_001, 7, false), (119_000, 118, true),
        ] as [(Int64, Int, Bool)])
    func freshness(_ age: Int64, _ elapsed: Int, _ isFresh: Bool) {
        let link = DeviceLink(
            base: "https://a", kind: .qr, elapsedSeconds: elapsed, sessionToken: "t", sessionType: .authentication,
            language: "mon")
        #expect(DeviceLinkVerifier.checkFreshness(link, age: age) == (isFresh ? nil : .stale))
    }

    @Test func aSameDeviceLinkHasNoAge() {
        let link = DeviceLink(
            base: "https://a", kind: .app2App, elapsedSeconds: nil, sessionToken: "t", sessionType: .signature,
            language: "eng")
        #expect(DeviceLinkVerifier.checkFreshness(link, age: 119_000) == nil)
    }

    /// The pairs of rp-api.md §6.1.
    @Test(arguments: [
        ("B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps=", "U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBc"),
        ("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "Yw3NKWbEM2aRElRIu7JbT_QSpJxzLbLIq8G4WBvXEN0"),
    ])
    func secretDigest(_ text: String, _ digest: String) throws {
        let bytes = try #require(Base64.decode(text))
        let secret = SessionSecret(token: "t", secret: secretBytes(bytes))
        #expect(secret.digest() == digest && secret.text() == text)
    }

    @Test func everySessionHasItsOwnSecret() {
        let one = SessionSecret.make(SystemRandom()), other = SessionSecret.make(SystemRandom())
        #expect(one.token.utf8.count == 32 && one.secret.count == 32)
        #expect(one.token != other.token && one.text() != other.text())
    }
}
