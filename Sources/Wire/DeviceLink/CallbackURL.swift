/// The address that the app opens after a same-device session, however that has ended (rp-api.md §6.1).
public enum CallbackURL {
    /// The relying party's URL with its own query kept, and behind it what proves that the session came back to the
    /// browser that had begun it.
    ///
    /// - Parameters:
    ///   - initial: `initialCallbackUrl` as sent; it has no fragment
    ///   - sessionSecretDigest: base64url text; empty when the server did not give it
    ///   - userChallengeVerifier: of a log-in; nil otherwise
    public static func make(
        _ initial: String, sessionSecretDigest: String, userChallengeVerifier: String?
    ) -> String {
        var parameters: [String] = []
        if !sessionSecretDigest.isEmpty { parameters.append("sessionSecretDigest=" + sessionSecretDigest) }
        if let userChallengeVerifier { parameters.append("userChallengeVerifier=" + userChallengeVerifier) }
        guard !parameters.isEmpty else { return initial }
        return initial + (initial.utf8.contains(0x3F) ? "&" : "?") + parameters.joined(separator: "&")
    }
}
