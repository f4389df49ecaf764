/// An OAuth 2.0 or OpenID Connect provider as the operator describes it. There is no discovery: whoever could change a
/// document at the provider's address would else choose where secrets go.
public struct OIDCSettings: Sendable {
    /// How the client proves itself at the token endpoint (RFC 6749 §2.3.1).
    public enum ClientAuthentication: String, Sendable {
        case basic
        case post
    }

    /// The method of identification that it stands behind.
    public var method: KYCMethod
    public var authorizeURL: OutgoingURL
    public var tokenURL: OutgoingURL
    /// Claims are asked for here; nil: they are in the ID token.
    public var userInfoURL: OutgoingURL?
    /// With an issuer: an ID token must come, and is verified with these keys.
    public var keySetURL: OutgoingURL?
    public var issuer: String?
    public var clientID: String
    public var clientSecret: String
    public var clientAuthentication: ClientAuthentication
    public var scope: String
    /// RFC 9207: the provider always names itself in its answer.
    public var requiresIssuerParameter: Bool
    public var claims: ClaimMapping

    /// Whether ID tokens are used: OpenID Connect, not only OAuth 2.0.
    var usesIDToken: Bool { keySetURL != nil }
}
