import Wire

extension OIDCSettings {
    static let names = [
        "TAMGA_KYC_OIDC_METHOD", "TAMGA_KYC_OIDC_AUTHORIZE_URL", "TAMGA_KYC_OIDC_TOKEN_URL",
        "TAMGA_KYC_OIDC_USERINFO_URL", "TAMGA_KYC_OIDC_JWKS_URL", "TAMGA_KYC_OIDC_ISSUER", "TAMGA_KYC_OIDC_CLIENT_ID",
        "TAMGA_KYC_OIDC_CLIENT_AUTH", "TAMGA_KYC_OIDC_SCOPE", "TAMGA_KYC_OIDC_REQUIRE_ISS",
        "TAMGA_KYC_OIDC_CLAIM_REGISTRATION_NUMBER", "TAMGA_KYC_OIDC_CLAIM_CIVIL_ID",
        "TAMGA_KYC_OIDC_CLAIM_GIVEN_NAME", "TAMGA_KYC_OIDC_CLAIM_SURNAME",
        "TAMGA_KYC_OIDC_CLIENT_SECRET", "TAMGA_KYC_OIDC_CLIENT_SECRET_FILE",
    ]

    /// - Throws: what is missing or does not fit together
    init(_ environment: Environment) throws(ConfigurationError) {
        guard let method = KYCMethod(rawValue: environment.text("TAMGA_KYC_OIDC_METHOD") ?? KYCMethod.dan.rawValue)
        else { throw ConfigurationError("TAMGA_KYC_OIDC_METHOD is none of dan, gsign, passport, id-card") }
        self.method = method
        authorizeURL = try Self.required(environment, "AUTHORIZE_URL", Self.url)
        tokenURL = try Self.required(environment, "TOKEN_URL", Self.url)
        userInfoURL = try Self.url(environment, "TAMGA_KYC_OIDC_USERINFO_URL")
        keySetURL = try Self.url(environment, "TAMGA_KYC_OIDC_JWKS_URL")
        issuer = environment.text("TAMGA_KYC_OIDC_ISSUER")
        clientID = try Self.required(environment, "CLIENT_ID", Self.visible)
        guard let secret = try environment.secret("TAMGA_KYC_OIDC_CLIENT_SECRET"), !secret.isEmpty else {
            throw ConfigurationError("TAMGA_KYC_OIDC_CLIENT_SECRET_FILE is not set, or the file is empty")
        }
        clientSecret = secret
        guard
            let authentication = ClientAuthentication(
                rawValue: environment.text("TAMGA_KYC_OIDC_CLIENT_AUTH") ?? ClientAuthentication.basic.rawValue)
        else { throw ConfigurationError("TAMGA_KYC_OIDC_CLIENT_AUTH is neither basic nor post") }
        clientAuthentication = authentication
        scope = environment.text("TAMGA_KYC_OIDC_SCOPE") ?? "openid"
        requiresIssuerParameter = try environment.flag("TAMGA_KYC_OIDC_REQUIRE_ISS", default: false)
        claims = try ClaimMapping(environment)
        try check()
    }

    private func check() throws(ConfigurationError) {
        guard userInfoURL != nil || keySetURL != nil else {
            throw ConfigurationError(
                "neither TAMGA_KYC_OIDC_USERINFO_URL nor TAMGA_KYC_OIDC_JWKS_URL is set: nothing would say who it is")
        }
        guard (keySetURL == nil) || issuer != nil else {
            throw ConfigurationError("TAMGA_KYC_OIDC_JWKS_URL needs TAMGA_KYC_OIDC_ISSUER: an ID token names it")
        }
        guard !requiresIssuerParameter || issuer != nil else {
            throw ConfigurationError("TAMGA_KYC_OIDC_REQUIRE_ISS needs TAMGA_KYC_OIDC_ISSUER")
        }
        guard !usesIDToken || scope.split(separator: " ").contains("openid") else {
            throw ConfigurationError("TAMGA_KYC_OIDC_SCOPE lacks openid, without which there is no ID token")
        }
    }

    private static func required<Value>(
        _ environment: Environment, _ name: String,
        _ read: (Environment, String) throws(ConfigurationError) -> Value?
    ) throws(ConfigurationError) -> Value {
        guard let value = try read(environment, "TAMGA_KYC_OIDC_" + name) else {
            throw ConfigurationError("TAMGA_KYC_PROVIDER is oidc and TAMGA_KYC_OIDC_\(name) is not set")
        }
        return value
    }

    private static func url(_ environment: Environment, _ name: String) throws(ConfigurationError) -> OutgoingURL? {
        guard let text = environment.text(name) else { return nil }
        guard let url = OutgoingURL(text) else {
            throw ConfigurationError("\(name) is no https address (http is for loopback only)")
        }
        return url
    }

    private static func visible(_ environment: Environment, _ name: String) throws(ConfigurationError) -> String? {
        guard let text = environment.text(name) else { return nil }
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ConfigurationError("\(name) holds something else than visible ASCII characters")
        }
        return text
    }
}
