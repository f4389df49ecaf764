import Foundation
import Phone
import ServerTestSupport
import Testing
import Wire

@testable import Server

/// A provider that is not ours (Authlib), a browser of a few lines, a whole service with libcurl, a phone.
@Suite(
    "Identity proofing with a real OpenID Connect provider", .serialized,
    .enabled(if: PythonProvider.isInstalled, "\(PythonProvider.python) has no Authlib: scripts/test installs it"))
struct OIDCEndToEndTests {
    private struct Run {
        let start: KYCStart
        let client: PhoneClient
    }

    private func service(_ provider: PythonProvider, _ changes: [String: String] = [:]) throws -> TestService {
        let base = "http://127.0.0.1:\(provider.port)"
        return try TestService(
            settings: [
                "TAMGA_DEMO": "true",
                "TAMGA_KYC_PROVIDER": "oidc", "TAMGA_KYC_OIDC_AUTHORIZE_URL": base + "/authorize",
                "TAMGA_KYC_OIDC_TOKEN_URL": base + "/token", "TAMGA_KYC_OIDC_USERINFO_URL": base + "/userinfo",
                "TAMGA_KYC_OIDC_JWKS_URL": base + "/jwks", "TAMGA_KYC_OIDC_ISSUER": base,
                "TAMGA_KYC_OIDC_CLIENT_ID": "tamga-test", "TAMGA_KYC_OIDC_CLIENT_SECRET": "p%a:s s+w&rd/Ö",
                "TAMGA_KYC_OIDC_REQUIRE_ISS": "true",
            ].merging(changes) { $1 })
    }

    private func begin(_ service: TestService, _ number: String) throws -> Run {
        let client = PhoneClient(transport: try service.transport())
        return Run(start: try client.kycInit(registrationNumber: number), client: client)
    }

    /// What a browser does: asks the provider, follows to us, shows the page.
    @discardableResult
    private func browse(_ run: Run, as login: String) throws -> String {
        let redirect = try get(run.start.verificationURL + "&login=" + login)
        #expect(redirect.status == 302)
        let back = try #require(redirect.headers["Location"])
        #expect(!back.contains(run.start.state))
        let page = try get(back)
        #expect(page.status == 200 && page.headers["Content-Type"] == "text/html; charset=utf-8")
        return back
    }

    private func get(_ url: String) throws -> HTTPResponse {
        let parts = try #require(url.firstMatch(of: #/^(http://[^/]+)(/.*)$/#))
        return try HTTPClient(baseURL: String(parts.output.1)).send(method: "GET", path: String(parts.output.2))
    }

    private func status(_ service: TestService, _ run: Run) throws -> JSONValue {
        try JSONParser.parse(get(service.baseURL() + "/kyc/dan/status?state=\(run.start.state)").body)
    }

    @Test("a citizen proves who he is and enrols")
    func enrolment() throws {
        let provider = try PythonProvider()
        let service = try service(provider)
        let run = try begin(service, "УХ00112233")
        #expect(try status(service, run)["status"]?.string == "PENDING")
        let back = try browse(run, as: "bat")
        let proved = try status(service, run)
        #expect(proved["status"]?.string == "VERIFIED" && proved["person"]?["civilId"]?.string == "12345678")
        #expect(proved["latinName"]?["surname"]?.string == "DORJ")
        // Once more with the same address: nothing happens, and nothing is undone.
        #expect(try get(back).status == 200)
        #expect(try status(service, run)["status"]?.string == "VERIFIED")
        let phone = try TestPhone(transport: service.transport())
        let registration = try Enroller(registry: phone.registry, transport: phone.transport).enrol(
            EnrolmentRequest(authCode: run.start.state, deviceName: "test phone"), pin2: PIN(TestPhone.pin2), pin1: nil)
        #expect(try service.deployment.value("SELECT count(*) FROM device") == "1")
        #expect(UUIDText.isValid(registration.documentNumber))
    }

    @Test("another person, a refusal, a wrong secret: nobody is verified")
    func refusals() throws {
        let provider = try PythonProvider()
        let service = try service(provider)
        let other = try begin(service, "УХ00112233")
        try browse(other, as: "anar")
        #expect(try status(service, other) == ["status": "FAILED", "code": "KYC_PERSON_MISMATCH"])
        let denied = try begin(service, "УХ00112233")
        try browse(denied, as: "nobody")
        #expect(try status(service, denied) == ["status": "FAILED", "code": "KYC_FAILED"])
        let wrong = try self.service(provider, ["TAMGA_KYC_OIDC_CLIENT_SECRET": "wrong"])
        let run = try begin(wrong, "УХ00112233")
        try browse(run, as: "bat")
        #expect(try status(wrong, run) == ["status": "FAILED", "code": "KYC_PROVIDER_FAILED"])
        let metrics = try get("http://\(wrong.servers[0].addresses.admin)/metrics")
        #expect(
            String(decoding: metrics.body, as: UTF8.self).contains(
                "tamga_kyc_failures_total{reason=\"token_answer\"} 1"))
    }
}
