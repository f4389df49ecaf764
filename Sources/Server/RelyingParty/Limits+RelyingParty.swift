extension Limits {
    // MARK: Relying parties (rp-api.md §3)

    /// A bearer secret in its header; ours have fewer than 64 characters.
    public static let bearerBytes = 256
    /// Characters of `relyingPartyName`.
    public static let relyingPartyNameCharacters = 120
    /// Characters of `initialCallbackUrl`, as Smart-ID has it.
    public static let callbackCharacters = 1_800
    /// Characters of `rpChallenge`: 32 to 64 bytes of Base64.
    public static let challengeCharacters = 44...88
    /// Characters of `nonce`.
    public static let nonceCharacters = 1...30
}
