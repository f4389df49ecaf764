import Crypto
import Wire

/// What a relying party gets to make links for its session: a token that names the session in the link, and a secret
/// that never leaves its back end.
struct SessionSecret: ~Copyable {
    /// 32 characters of base64url.
    let token: String
    /// 32 bytes.
    let secret: SecretBytes

    static func make(_ random: any RandomSource) -> SessionSecret {
        SessionSecret(
            token: Base64URL.encode(random.bytes(24)), secret: SecretBytes.random(count: 32, from: random))
    }

    /// What the phone is told of the secret: the callback carries it back to the relying party.
    borrowing func digest() -> String {
        Base64URL.encode(secret.withUnsafeBytes { SHA256.hash($0) })
    }

    /// `sessionSecret` of the answer. The one text of it that is ever made; it leaves with the answer.
    borrowing func text() -> String { secret.withUnsafeBytes { Base64.encode(Array($0)) } }
}
