import Crypto
import Wire

/// The phone's share of a log-in message: the challenge is signed, its verifier reaches only the relying party, through
/// the callback on the same device (rp-api §5.1, §6.1).
public struct UserChallenge: Sendable, Equatable {
    /// base64url text of 32 random bytes, 43 characters.
    public let verifier: String

    public init(verifier: String) { self.verifier = verifier }

    /// - Parameter random: 32 bytes
    init(random: [UInt8]) { verifier = Base64URL.encode(random) }

    /// BASE64URL(SHA-256(UTF-8 of the verifier's text)), 43 characters.
    public var challenge: String { Base64URL.encode(SHA256.hash(Array(verifier.utf8))) }
}
