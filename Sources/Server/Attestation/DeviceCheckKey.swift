import Crypto
import Wire

/// The key with which a developer team asks Apple's servers, and the token that it signs: a JWT (RFC 7519) of ES256
/// with the key's id and the team as issuer.
struct DeviceCheckKey: Sendable {
    /// Ten characters, as the app ids begin.
    let teamID: String
    /// Ten characters, as Apple calls the key; it needs DeviceCheck switched on.
    let keyID: String
    let key: P256SigningKey

    /// A token for one request.
    /// - Parameter now: Unix seconds
    func token(now: Int64) throws(CryptoError) -> String {
        var header = JSONWriter()
        header.object { w in
            w.member("alg", "ES256")
            w.member("kid", keyID)
        }
        var claims = JSONWriter()
        claims.object { w in
            w.member("iss", teamID)
            w.member("iat", now)
        }
        let signed = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
        // JWS takes r ‖ s, not DER (RFC 7518 §3.4).
        let signature = try ECDSASignatureDER.decode(key.sign(Array(signed.utf8)))
        return signed + "." + Base64URL.encode(signature)
    }
}
