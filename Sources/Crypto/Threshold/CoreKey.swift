/// The server's core signing key: it signs K2, K4, S2, S4 and the pins, so that damage in transit is not mistaken for
/// cheating (threshold-ecdsa A.4). Phones pin the SHA-256 of its SubjectPublicKeyInfo.
public final class CoreKey: Sendable {
    private let d: Scalar
    public let verifyingKey: CoreVerifyingKey

    /// - Parameter secret: 32 bytes
    /// - Throws: `SCALAR_RANGE` unless 0 < d < q.
    public init(secret: borrowing SecretBytes) throws(CryptoError) {
        let d = try Scalar(secret: secret)
        guard let point = Point.generator(times: d) else { throw CryptoError("SCALAR_RANGE", "the key is zero") }
        self.d = d
        self.verifyingKey = CoreVerifyingKey(point)
    }

    /// A fresh key, as 32 bytes to be sealed.
    public static func generate(random: some RandomSource) -> SecretBytes {
        Scalar.random(from: random).secretBytes
    }

    /// - Parameter digest: 32 bytes, signed as they are
    /// - Returns: r ‖ s, 64 bytes, low s
    /// - Throws: `SCHNORR_NONCE` when the hedged nonce comes out as 0, once in 2^256
    public func sign(_ digest: [UInt8], random: some RandomSource) throws(CryptoError) -> [UInt8] {
        while true {
            let nonce = try HedgedNonce.derive(secret: d, salt: fresh(64, from: random), info: digest)
            if let signature = ECDSA.sign(digest: digest, key: d, nonce: nonce) { return signature }
        }
    }

    /// - Parameter nonce: k; used for another digest it reveals the key
    /// - Throws: `SCHNORR_NONCE` when k gives r = 0 or s = 0
    @_spi(Deterministic)
    public func sign(_ digest: [UInt8], nonce: borrowing Scalar) throws(CryptoError) -> [UInt8] {
        guard let signature = ECDSA.sign(digest: digest, key: d, nonce: nonce) else {
            throw CryptoError("SCHNORR_NONCE", "the nonce gives a zero")
        }
        return signature
    }
}

/// The public half, as phones know it.
public struct CoreVerifyingKey: Sendable, Equatable {
    public let point: Point

    public init(_ point: Point) { self.point = point }

    /// SubjectPublicKeyInfo, 91 bytes of DER (RFC 5480).
    public var spki: [UInt8] { SPKI.p256Prefix + point.encoding }

    /// The pin: SHA-256 of the SPKI, 32 bytes.
    public var pin: [UInt8] { SHA256.hash(spki) }

    /// - Throws: `code` unless the signature has 64 bytes, 1 ≤ r < q, 1 ≤ s ≤ (q−1)/2 and verifies: one code for all,
    ///   because nothing in a message that fails may be believed.
    public func verify(_ signature: [UInt8], digest: [UInt8], code: String) throws(CryptoError) {
        guard holds("S2_SIGNATURE/length", signature.count == 64) else {
            throw CryptoError(code, "a core signature has 64 bytes")
        }
        let r = Array(signature.prefix(32)), s = Array(signature.suffix(32))
        guard let sValue = try? Scalar(bytes: s), holds("S2_SIGNATURE/low", sValue.isLow),
            holds("S2_SIGNATURE/verify", ECDSA.isValid(r: r, s: s, digest: digest, publicKey: point))
        else { throw CryptoError(code, "the core signature does not verify") }
    }
}

/// The fixed DER prefix of a P-256 SubjectPublicKeyInfo with an uncompressed point (RFC 5480 §2).
public enum SPKI {
    public static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}
