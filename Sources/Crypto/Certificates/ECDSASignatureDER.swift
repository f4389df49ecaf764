/// The two encodings of a P-256 signature: r ‖ s in 64 bytes, and `SEQUENCE { INTEGER r, INTEGER s }`.
public enum ECDSASignatureDER {
    /// Length of r ‖ s in bytes.
    public static let rawByteCount = 64

    /// Minimal DER of `r ‖ s`. Throws `SIGNATURE_ENCODING` unless there are 64 bytes and neither half is zero.
    public static func encode(_ raw: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard raw.count == rawByteCount, raw[..<32].contains(where: { $0 != 0 }),
            raw[32...].contains(where: { $0 != 0 })
        else {
            throw CryptoError("SIGNATURE_ENCODING", "r and s are 32 bytes each and not zero")
        }
        return DER.sequence([DER.integer(Array(raw[..<32])), DER.integer(Array(raw[32...]))])
    }

    /// `r ‖ s` of minimal DER; one signature has one encoding. Throws `SIGNATURE_ENCODING` for any other form, for
    /// numbers over 32 bytes, for zero and for bytes that follow. That r and s are below the group order is the
    /// verifier's check.
    public static func decode(_ der: [UInt8]) throws(CryptoError) -> [UInt8] {
        var outer = DERReader(der)
        guard let content = outer.next(DER.sequenceTag), outer.isAtEnd else {
            throw CryptoError("SIGNATURE_ENCODING", "not one SEQUENCE")
        }
        var inner = DERReader(content)
        guard let r = inner.nextUnsigned(), let s = inner.nextUnsigned(), inner.isAtEnd,
            (1...32).contains(r.count), (1...32).contains(s.count)
        else {
            throw CryptoError("SIGNATURE_ENCODING", "not two minimal positive INTEGERs of at most 32 bytes")
        }
        return padded(r) + padded(s)
    }

    private static func padded(_ magnitude: ArraySlice<UInt8>) -> [UInt8] {
        [UInt8](repeating: 0, count: 32 - magnitude.count) + magnitude
    }
}
