import COpenSSL

/// ECDSA over P-256 with a digest that is already there: z = OS2IP(digest), never hashed again (FIPS 186-4 §6.4).
public enum ECDSA {
    /// Whether (r, s) is a signature of `digest` under `publicKey`; r and s outside [1, q−1] never are.
    /// - Parameters:
    ///   - r: 32 bytes
    ///   - s: 32 bytes
    ///   - digest: 32 bytes
    public static func isValid(r: [UInt8], s: [UInt8], digest: [UInt8], publicKey: Point) -> Bool {
        guard r.count == 32, s.count == 32, digest.count == 32 else { return false }
        guard let key = EC_KEY_new(), let signature = ECDSA_SIG_new() else { return false }
        defer {
            EC_KEY_free(key)
            ECDSA_SIG_free(signature)
        }
        guard let rValue = BN_bin2bn(r, 32, nil), let sValue = BN_bin2bn(s, 32, nil) else { return false }
        // From here on the signature owns both numbers.
        guard ECDSA_SIG_set0(signature, rValue, sValue) == 1 else { return false }
        guard EC_KEY_set_group(key, CurveGroup.shared.raw) == 1,
            EC_KEY_set_public_key(key, publicKey.handle.raw) == 1
        else { return false }
        let input = Domain.verificationInput(digest)
        let verdict = ECDSA_do_verify(input, Int32(input.count), signature, key)
        ERR_clear_error()
        return verdict == 1
    }

    /// One signature with a nonce of the caller's, s ≤ (q−1)/2.
    /// - Parameters:
    ///   - digest: 32 bytes
    ///   - key: d, not 0
    ///   - nonce: k, not 0, for this digest only
    /// - Returns: r ‖ s, 64 bytes; nil when r or s is 0 (then another nonce is due)
    static func sign(digest: [UInt8], key d: borrowing Scalar, nonce k: borrowing Scalar) -> [UInt8]? {
        guard let R = Point.generator(times: k) else { return nil }
        let r = R.xModOrder
        let z = Scalar(reducing: digest)
        let s = k.inverse() * (z + r * d)
        guard !r.isZero, !s.isZero else { return nil }
        return r.bytes + (s.isLow ? s.bytes : s.negated().bytes)
    }
}
