import Crypto
import Wire

/// The secrets of one run with a provider: the code verifier of PKCE (RFC 7636) and the nonce of OpenID Connect.
///
/// Both follow from the run's reference under a key of the service, so that nothing has to be kept, and any replica
/// that gets the callback knows them.
struct ProofKey: Sendable {
    let verifier: String
    let nonce: String

    /// - Parameters:
    ///   - reference: the run's, which the provider and the browser see
    ///   - key: shared by replicas
    init(reference: String, key: SharedSecret) {
        verifier = Self.derive("kyc-verifier", reference, key)
        nonce = Self.derive("kyc-nonce", reference, key)
    }

    /// S256: the hash of the verifier's text (§4.2).
    var challenge: String { Base64URL.encode(SHA256.hash(Array(verifier.utf8))) }

    /// 43 base64url characters, the least that §4.1 allows, of 256 bits.
    private static func derive(_ purpose: String, _ reference: String, _ key: SharedSecret) -> String {
        var transcript = Transcript(purpose)
        transcript.append(Array(reference.utf8))
        return Base64URL.encode(key.authenticate(transcript.preimage))
    }
}
