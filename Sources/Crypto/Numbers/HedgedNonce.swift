/// Nonces that stay unpredictable when the random generator fails, and fresh when the secret repeats
/// (wire appendix §3): HKDF-SHA256 of the secret, salted with 64 random bytes, bound to the transcript.
enum HedgedNonce {
    /// - Parameters:
    ///   - secret: the input keying material, as 32 bytes
    ///   - salt: 64 random bytes
    ///   - info: 32 bytes, the digest of what the nonce is for
    /// - Throws: `SCHNORR_NONCE` when the result is 0, which happens once in 2^256.
    static func derive(secret: borrowing Scalar, salt: [UInt8], info: [UInt8]) throws(CryptoError) -> Scalar {
        let wide = try HKDF.derive(from: secret.secretBytes, salt: salt, info: info, count: 64)
        let nonce = wide.withUnsafeBytes { Scalar(reducing: $0) }
        guard !nonce.isZero else { throw CryptoError("SCHNORR_NONCE", "nonce is zero") }
        return nonce
    }
}

/// `count` fresh public random bytes.
func fresh(_ count: Int, from random: some RandomSource) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.withUnsafeMutableBytes { random.fill($0) }
    return bytes
}
