import Foundation
import Testing

@testable import Server

@Suite("Settings of an identity provider")
struct OIDCConfigurationTests {
    static let good = [
        "TAMGA_KYC_OIDC_AUTHORIZE_URL": "https://id.example.mn/authorize",
        "TAMGA_KYC_OIDC_TOKEN_URL": "https://id.example.mn/token",
        "TAMGA_KYC_OIDC_USERINFO_URL": "https://id.example.mn/userinfo",
        "TAMGA_KYC_OIDC_JWKS_URL": "https://id.example.mn/jwks", "TAMGA_KYC_OIDC_ISSUER": "https://id.example.mn",
        "TAMGA_KYC_OIDC_CLIENT_ID": "tamga", "TAMGA_KYC_OIDC_CLIENT_SECRET": "p%a:s s",
        "TAMGA_KYC_OIDC_SCOPE": "openid profile",
    ]
    private static let server = [
        "DATABASE_URL": "postgresql://x/y", "TAMGA_KEK_FILE": "kek", "TAMGA_KYC_PROVIDER": "oidc",
        "TAMGA_PUBLIC_URL": "https://tamga.example.mn",
    ]

    private func load(_ changes: [String: String]) throws -> ServerConfiguration {
        try ServerConfiguration(
            Environment(Self.server.merging(Self.good) { $1 }.merging(changes) { $1 }), defaultMigrations: "")
    }

    @Test("whole settings are taken")
    func whole() throws {
        let settings = try #require(try load([:]).oidc)
        #expect(settings.method == .dan && settings.clientAuthentication == .basic && settings.usesIDToken)
        #expect(settings.claims == ClaimMapping() && !settings.requiresIssuerParameter)
        #expect(try load(["TAMGA_KYC_OIDC_METHOD": "gsign"]).oidc?.method == .gsign)
        #expect(try load(["TAMGA_KYC_OIDC_CLAIM_SURNAME": "/a~0b/1"]).oidc?.claims.surname == "/a~0b/1")
    }

    @Test("the secret may lie in a file")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("secret-\(UUID().uuidString)").path
        try Data("from a file\n".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let settings = try load(["TAMGA_KYC_OIDC_CLIENT_SECRET": "", "TAMGA_KYC_OIDC_CLIENT_SECRET_FILE": path]).oidc
        #expect(settings?.clientSecret == "from a file")
        #expect(throws: ConfigurationError.self) { try load(["TAMGA_KYC_OIDC_CLIENT_SECRET_FILE": path]) }
    }

    @Test(
        "half settings are refused, by the name of what is missing",
        arguments: [
            (["TAMGA_KYC_OIDC_AUTHORIZE_URL": ""], "AUTHORIZE_URL"), (["TAMGA_KYC_OIDC_TOKEN_URL": ""], "TOKEN_URL"),
            (["TAMGA_KYC_OIDC_CLIENT_ID": ""], "CLIENT_ID"),
            (["TAMGA_KYC_OIDC_CLIENT_SECRET": ""], "CLIENT_SECRET_FILE"),
            (["TAMGA_KYC_OIDC_USERINFO_URL": "", "TAMGA_KYC_OIDC_JWKS_URL": ""], "USERINFO_URL"),
            (["TAMGA_KYC_OIDC_ISSUER": ""], "ISSUER"), (["TAMGA_KYC_OIDC_SCOPE": "profile"], "SCOPE"),
            (
                [
                    "TAMGA_KYC_OIDC_ISSUER": "", "TAMGA_KYC_OIDC_JWKS_URL": "",
                    "TAMGA_KYC_OIDC_REQUIRE_ISS": "true",
                ], "REQUIRE_ISS"
            ),
            (["TAMGA_KYC_OIDC_METHOD": "fax"], "METHOD"), (["TAMGA_KYC_OIDC_CLIENT_AUTH": "jwt"], "CLIENT_AUTH"),
            (["TAMGA_KYC_OIDC_REQUIRE_ISS": "yes"], "REQUIRE_ISS"),
            (["TAMGA_KYC_OIDC_TOKEN_URL": "http://id.example.mn/token"], "TOKEN_URL"),
            (["TAMGA_KYC_OIDC_CLIENT_ID": "a\u{7}"], "CLIENT_ID"),
            (["TAMGA_KYC_OIDC_CLAIM_SURNAME": "/a~2"], "CLAIM_SURNAME"),
            (["TAMGA_PUBLIC_URL": "http://tamga.example.mn"], "TAMGA_PUBLIC_URL"),
            (["TAMGA_PUBLIC_URL": "", "TAMGA_LISTEN": "0.0.0.0:8080"], "TAMGA_PUBLIC_URL"),
            (["TAMGA_KYC_PROVIDER": "dev"], "TAMGA_KYC_PROVIDER"),
            (["TAMGA_KYC_PROVIDER": "none"], "TAMGA_KYC_PROVIDER"),
            (["TAMGA_KYC_PROVIDER": "saml"], "TAMGA_KYC_PROVIDER"),
        ])
    func half(_ changes: [String: String], _ name: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(changes) }
        #expect(error.description.contains(name), "\(error)")
        #expect(!error.description.contains("p%a:s s"))
    }

    @Test("loopback needs no https, for development")
    func loopback() throws {
        let settings = try load([
            "TAMGA_KYC_OIDC_TOKEN_URL": "http://127.0.0.1:9/token", "TAMGA_PUBLIC_URL": "http://localhost:8080",
        ])
        #expect(settings.oidc?.tokenURL.isLoopback == true)
        #expect(try load(["TAMGA_PUBLIC_URL": ""]).oidc != nil)
    }
}
