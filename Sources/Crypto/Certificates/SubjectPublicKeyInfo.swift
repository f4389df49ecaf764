import COpenSSL

/// A P-256 public key as certificates carry it: a fixed 26-byte head (RFC 5480) and the 65-byte uncompressed point.
public enum SubjectPublicKeyInfo {
    /// Length of an uncompressed point (SEC 1 §2.3.3) in bytes.
    public static let pointByteCount = 65

    private static let head = SPKI.p256Prefix

    /// The DER of a public key. Throws `PUBLIC_KEY_ENCODING` unless the point is uncompressed and on the curve.
    public static func encode(point: [UInt8]) throws(CryptoError) -> [UInt8] {
        let encoded = head + point
        guard point.count == pointByteCount, point[0] == 4, isOnCurve(encoded) else {
            throw CryptoError("PUBLIC_KEY_ENCODING", "not an uncompressed point of P-256")
        }
        return encoded
    }

    /// The point in a public key's DER. Throws `PUBLIC_KEY_ENCODING` for another algorithm, curve or form.
    public static func decode(_ der: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard der.starts(with: head) else { throw CryptoError("PUBLIC_KEY_ENCODING", "not a P-256 key") }
        let point = Array(der.dropFirst(head.count))
        _ = try encode(point: point)
        return point
    }

    /// The library refuses to decode a point that is off the curve or at infinity.
    private static func isOnCurve(_ der: [UInt8]) -> Bool {
        let key = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_PUBKEY(nil, &cursor, buffer.count)
        }
        EVP_PKEY_free(key)
        LibraryFailure.clear()
        return key != nil
    }
}
