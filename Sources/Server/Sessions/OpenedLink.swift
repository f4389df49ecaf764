/// What a relying party needs to make the links of its session. It leaves with the answer and is kept nowhere.
public struct OpenedLink: Sendable, Equatable {
    /// URL-safe.
    public let sessionToken: String
    /// Standard Base64 of 32 bytes: the key of the links' codes.
    public let sessionSecret: String
    /// An https URL without query and fragment.
    public let deviceLinkBase: String
}
