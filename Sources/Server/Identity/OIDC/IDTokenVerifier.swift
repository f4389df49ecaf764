import Crypto
import Wire

/// The checks of an ID token, OpenID Connect Core 1.0 §3.1.3.7 (and §3.1.3.8 where it applies), each with its own
/// reason.
struct IDTokenVerifier {
    let issuer: String
    let clientID: String

    /// Clocks of provider and server may differ by as much.
    static let skewSeconds: Int64 = 60
    /// A token is asked for and used within one run; an older one was not made for it.
    static let maximumAgeSeconds: Int64 = 600

    /// The claims of a token that holds in every respect.
    /// - Parameters:
    ///   - nonce: what the authorization request carried
    ///   - accessToken: what came beside it; compared when the token has `at_hash`
    ///   - now: Unix seconds
    func verify(
        _ token: IDToken, keys: JSONWebKeySet, nonce: String, accessToken: String, now: Int64
    ) throws(OIDCFailure) -> JSONValue {
        // 6 to 8: the algorithm is one of two, both asymmetric, and the key is for it.
        let key = try keys.key(token.keyID, token.algorithm)
        guard key.isValid(token.signature, over: token.signingInput) else { throw .idTokenSignature }
        let claims = token.claims
        // 2: exactly, byte by byte.
        guard let named = claims["iss"]?.string, Self.same(named, issuer) else { throw .idTokenIssuer }
        try checkAudience(claims)
        try checkTimes(claims, now: now)
        // 11
        guard let echoed = claims["nonce"]?.string, Self.same(echoed, nonce) else { throw .idTokenNonce }
        guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count) else {
            throw .idTokenSubject
        }
        if let hash = claims["at_hash"] {
            let expected = Base64URL.encode(Array(SHA256.hash(Array(accessToken.utf8)).prefix(16)))
            guard let hash = hash.string, Self.same(hash, expected) else { throw .accessTokenHash }
        }
        return claims
    }

    /// 3 to 5: we are among those whom it is for, and if there are others it says that it was made for us.
    private func checkAudience(_ claims: JSONValue) throws(OIDCFailure) {
        let audience: [String]
        switch claims["aud"] {
        case .string(let one): audience = [one]
        case .array(let list):
            audience = list.compactMap(\.string)
            guard audience.count == list.count else { throw .idTokenAudience }
        default: throw .idTokenAudience
        }
        guard audience.contains(where: { Self.same($0, clientID) }) else { throw .idTokenAudience }
        guard let party = claims["azp"] else {
            guard audience.count == 1 else { throw .idTokenAuthorizedParty }
            return
        }
        guard let party = party.string, Self.same(party, clientID) else { throw .idTokenAuthorizedParty }
    }

    /// 9 and 10.
    private func checkTimes(_ claims: JSONValue, now: Int64) throws(OIDCFailure) {
        guard let expiry = Self.seconds(claims["exp"]), now - Self.skewSeconds < expiry else { throw .idTokenExpired }
        guard let issued = Self.seconds(claims["iat"]), issued <= now + Self.skewSeconds,
            now - issued <= Self.maximumAgeSeconds
        else { throw .idTokenIssuedAt }
        if let start = claims["nbf"] {
            guard let start = Self.seconds(start), start <= now + Self.skewSeconds else { throw .idTokenNotBefore }
        }
    }

    /// A NumericDate; fractions of a second, which RFC 7519 §2 allows, are cut off.
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard case .number(let number)? = value else { return nil }
        let whole = number.text.prefix { $0 != "." }
        guard !number.text.contains(where: { $0 == "e" || $0 == "E" }), whole.utf8.count <= 12 else { return nil }
        return Int64(whole)
    }

    private static func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
