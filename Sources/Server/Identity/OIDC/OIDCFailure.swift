/// Why a run with a provider failed: a closed set, the label of a metric. What a phone learns of it is the code.
public enum OIDCFailure: String, Error, Sendable, CaseIterable {
    // What the browser brought.
    /// The citizen said no, or the provider refused him.
    case denied
    /// The provider reports an error of another kind.
    case providerError = "provider_error"
    /// Another provider's answer (RFC 9207), or none that names itself where it must.
    case issuerParameter = "issuer_parameter"
    /// Neither a code nor an error, or one of them twice.
    case callback

    // The calls.
    /// The calling library, the way to the provider, its certificate, its time.
    case unreachable
    case timeout
    case tls
    /// An answer that is no 200, no JSON, too long, or lacks what it must have.
    case tokenAnswer = "token_answer"
    case userInfoAnswer = "userinfo_answer"
    case keySetAnswer = "keyset_answer"
    /// A token type other than Bearer (RFC 6750).
    case tokenType = "token_type"

    // The ID token (OpenID Connect Core §3.1.3.7).
    case idTokenMissing = "id_token_missing"
    case idTokenMalformed = "id_token_malformed"
    /// Neither RS256 nor ES256: also `none` and what a shared secret signs.
    case idTokenAlgorithm = "id_token_algorithm"
    /// A critical header parameter, none of which is understood (RFC 7515 §4.1.11).
    case idTokenCritical = "id_token_critical"
    /// No key of that name, or several without one.
    case idTokenKey = "id_token_key"
    /// The key is for another algorithm or another use.
    case idTokenKeyUse = "id_token_key_use"
    case idTokenSignature = "id_token_signature"
    case idTokenIssuer = "id_token_issuer"
    case idTokenAudience = "id_token_audience"
    case idTokenAuthorizedParty = "id_token_authorized_party"
    case idTokenExpired = "id_token_expired"
    case idTokenIssuedAt = "id_token_issued_at"
    case idTokenNotBefore = "id_token_not_before"
    case idTokenNonce = "id_token_nonce"
    case idTokenSubject = "id_token_subject"
    /// The access token beside it is another one's (§3.1.3.8).
    case accessTokenHash = "access_token_hash"
    /// The claims are about somebody else than the ID token (§5.3.2).
    case userInfoSubject = "userinfo_subject"

    // Who it is.
    case claimMissing = "claim_missing"
    case claimInvalid = "claim_invalid"

    /// What the phone is told. That the provider is at fault, and how, is the operator's business.
    var code: Code {
        switch self {
        case .denied: .kycFailed
        default: .kycProviderFailed
        }
    }

    init(_ error: OutgoingError, else other: OIDCFailure) {
        switch error {
        case .timeout: self = .timeout
        case .tls: self = .tls
        case .tooLarge: self = other
        case .libraryMissing, .busy, .unreachable, .broken: self = .unreachable
        }
    }
}
