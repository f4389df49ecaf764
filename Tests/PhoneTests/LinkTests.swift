import Crypto
import Phone
import TestSupport
import Testing
import Wire

/// Device links on the phone: which text is one, and that the server must keep to what the link says.
@Suite struct LinkTests {
    private static let token = "?deviceLinkType=Web2App&sessionToken=abc&sessionType=auth&version=1.0&lang=mon"
    private static let code = "&authCode=AOKi9-sz9VOCXrZu7qsi4Axtcy0J8H3JjTJlZlTnhtk"
    private static let web2App = "https://id.mn/dl" + token + code

    private func login(_ flowType: String = "Web2App") -> FakeSession {
        var session = FakeSession.login("login-1")
        session.flowType = flowType
        session.callback = "https://rp.mn/cb?value=x"
        return session
    }

    @Test func approvesAndGoesBack() throws {
        let fixture = try Fixture()
        fixture.server.add(login())
        let outcome = try fixture.approver().answer(link: Self.web2App, pins: Fixture.pins) { _ in .approve() }
        guard case .signed("OK", let url?) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let verifier = try #require(url.split(separator: "=").last.map(String.init))
        #expect(
            url == "https://rp.mn/cb?value=x&sessionSecretDigest=U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBc"
                + "&userChallengeVerifier=" + verifier)
        let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
        #expect(fixture.server.session("login-1")?.userChallenge == challenge)
    }

    /// The page waits for the citizen after a refusal as well.
    @Test func refusesAndGoesBack() throws {
        let fixture = try Fixture()
        fixture.server.add(login())
        let outcome = try fixture.approver().answer(link: Self.web2App, pins: PINs()) { _ in .refuse(.userRefused) }
        guard case .refused(.userRefused, let url?) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(url.hasPrefix("https://rp.mn/cb?value=x&sessionSecretDigest="))
        #expect(fixture.server.session("login-1")?.endResult == "USER_REFUSED")
    }

    @Test func theServerKeepsToTheLink() throws {
        let fixture = try Fixture()
        var session = login("QR")
        fixture.server.add(session)
        func code(_ link: String) -> String? {
            do {
                _ = try fixture.approver().answer(link: link, pins: Fixture.pins) { _ in .approve() }
                return nil
            } catch {
                return (error as? PhoneError)?.code ?? "\(error)"
            }
        }
        #expect(code(Self.web2App) == "DEVICE_LINK_TYPE")
        #expect(code(Self.web2App.replacing("Web2App", with: "App2App")) == "DEVICE_LINK_TYPE")
        #expect(code("0f8fad5b-d9cb-469f-a165-70867728950e") == "SESSION_OTHER")
        session = login()
        session.id = "login-2"
        fixture.server.add(session)
        #expect(code(Self.web2App.replacing("=auth", with: "=sign")) == "DEVICE_LINK_TYPE")
        #expect(fixture.server.session("login-1")?.userChallenge == nil)
        #expect(fixture.server.session("login-2")?.userChallenge == nil)
    }

    /// The golden links by their form alone, which is all that a phone can judge: what only the code tells apart goes
    /// to the server.
    @Test func goldenLinks() throws {
        let fixture = try Fixture()
        func code(_ link: String, base: String?) -> String? {
            do {
                _ = try fixture.approver().answer(link: link, base: base, pins: PINs()) { _ in .approve() }
                return nil
            } catch {
                return (error as? PhoneError)?.code ?? "\(error)"
            }
        }
        for vector in try GoldenVectors.read("devicelink/valid.json")["valid"]?.array ?? [] {
            let link = try #require(vector["deviceLink"]?.string)
            let base = try #require(vector["input"]?["deviceLinkBase"]?.string)
            // The fake server knows no session: it was asked.
            #expect(code(link, base: base) == "DEVICE_LINK_AUTH_CODE")
            #expect(code(link, base: nil) == "DEVICE_LINK_AUTH_CODE")
            #expect(code(link, base: "https://other.mn/dl") == "DEVICE_LINK_FORMAT")
        }
        for vector in try GoldenVectors.read("devicelink/invalid.json")["invalid"]?.array ?? [] {
            let link = try #require(vector["change"]?.array?.first?["set"]?.string)
            #expect(code(link, base: "https://ca.eidmongolia.mn/dl") == vector["expect"]?.string)
        }
        for text in ["", "https://id.mn/dl", "http://id.mn/dl" + Self.token + Self.code, "geregesmartid://approve"] {
            #expect(code(text, base: nil) == "DEVICE_LINK_FORMAT")
        }
    }

    /// Nothing is signed, so no PIN is asked for.
    @Test func letsACertificateBeKnown() throws {
        let fixture = try Fixture()
        var session = FakeSession(id: "choice-1", flow: "CERTIFICATE_CHOICE", signatureProtocol: "")
        session.interactions = ""
        fixture.server.add(session)
        let outcome = try fixture.approver().answer("choice-1", pins: PINs()) { request in
            request.interaction == nil ? .approve() : .refuse(.userRefused)
        }
        #expect(outcome == .certificateChosen(callbackURL: nil))
        #expect(fixture.server.session("choice-1")?.endResult == "OK")
        session.id = "choice-2"
        fixture.server.add(session)
        let refused = try fixture.approver().answer("choice-2", pins: PINs()) { _ in
            .refuse(.userRefusedCertificateChoice)
        }
        #expect(refused == .refused(.userRefusedCertificateChoice))
        #expect(fixture.server.session("choice-2")?.endResult == "USER_REFUSED_CERT_CHOICE")
    }

    @Test func theCommandTakesALink() throws {
        let shell = try CommandTests.Shell()
        shell.fixture.server.add(login())
        #expect(shell.run("link") == 2)
        #expect(shell.run("link", Self.web2App, "--pin1", "1234", "--decide", "dance") == 2)
        #expect(shell.run("link", "https://id.mn/dl", "--pin1", "1234") == 1)
        #expect(shell.run("link", Self.web2App, "--pin1", "1234") == 0)
        #expect(shell.fixture.server.session("login-1")?.endResult == "OK")
        #expect(shell.output.contains("Open: https://rp.mn/cb?value=x&sessionSecretDigest="))
    }
}
