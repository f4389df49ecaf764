extension Limits {
    // MARK: Identity providers

    /// Bytes of a code; providers write tens to hundreds.
    public static let authorizationCodeBytes = 2_048
    /// Bytes of an access token, which goes into a header.
    public static let accessTokenBytes = 8_192
    /// Bytes of an ID token; one with a photograph would not be one of ours.
    public static let idTokenBytes = 32_768
    /// Keys of a provider: two at a time are usual.
    public static let keySetKeys = 64
    /// Values in a set of keys.
    public static let keySetElements = 4_096
    /// How long a set is believed, and how often one that lacks a key is asked for again.
    public static let keySetSeconds: Int64 = 600
    public static let keySetRetrySeconds: Int64 = 30
}
