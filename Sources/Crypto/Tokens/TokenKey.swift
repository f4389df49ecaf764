import COpenSSL

/// A public key that signs tokens of somebody else: RS256 and ES256 of JWA (RFC 7518 §3.3, §3.4).
///
/// The algorithm belongs to the key, not to the token: one kind of key verifies one kind of signature, so that no token
/// can choose.
public struct TokenKey: Sendable, Equatable {
    public enum Algorithm: String, Sendable {
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
    }

    public let algorithm: Algorithm
    private let subjectPublicKeyInfo: [UInt8]

    /// Bits of a modulus: RFC 7518 §3.3 asks for 2048; above 8192 a verification costs more than a token is worth.
    public static let modulusBits = 2_048...8_192

    /// - Parameters:
    ///   - modulus: big-endian
    ///   - exponent: big-endian, odd, 3 to 2^32 - 1
    /// - Throws: `TOKEN_KEY`
    public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        let n = Array(modulus.drop { $0 == 0 }), e = Array(exponent.drop { $0 == 0 })
        guard let top = n.first, let last = n.last, last & 1 == 1,
            Self.modulusBits.contains(n.count * 8 - top.leadingZeroBitCount)
        else { throw CryptoError("TOKEN_KEY", "the modulus is even, or not of 2048 to 8192 bits") }
        guard (1...4).contains(e.count), let low = e.last, low & 1 == 1, e != [1] else {
            throw CryptoError("TOKEN_KEY", "the exponent is even, 1, or longer than 32 bits")
        }
        algorithm = .rs256
        subjectPublicKeyInfo = DER.sequence([
            DER.sequence([DER.objectIdentifier(OID.rsaEncryption), DER.null]),
            DER.bitString(DER.sequence([DER.integer(n), DER.integer(e)])),
        ])
    }

    /// - Parameter point: of P-256, uncompressed, 65 bytes
    /// - Throws: `TOKEN_KEY`
    public init(point: [UInt8]) throws(CryptoError) {
        guard let info = try? SubjectPublicKeyInfo.encode(point: point) else {
            throw CryptoError("TOKEN_KEY", "not a point of P-256")
        }
        algorithm = .es256
        subjectPublicKeyInfo = info
    }

    /// Whether the signature of the key's own algorithm is valid.
    /// - Parameter signature: RS256: as long as the modulus; ES256: r ‖ s, 64 bytes
    public func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        defer { LibraryFailure.clear() }
        guard let encoded = algorithm == .rs256 ? signature : try? ECDSASignatureDER.encode(signature) else {
            return false
        }
        let key = subjectPublicKeyInfo.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_PUBKEY(nil, &cursor, buffer.count)
        }
        guard let key, let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
    }
}
