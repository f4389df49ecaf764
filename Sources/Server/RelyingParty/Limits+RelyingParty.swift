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
    /// How long an answer about a session that has ended may be given again from memory. As long may an operator's
    /// change of a relying party, or the end of the ten minutes, go unnoticed by who reads one.
    public static let endedSessionMilliseconds = 1_000
    /// Such answers in memory: as many as there are ends in a second. With the next one 8 MiB at most.
    public static let endedSessions = 1_024
    /// The body of one: with a certificate and the longest callback about 4 KiB.
    public static let endedSessionBytes = 8 * 1_024
}
