import COpenSSL

/// A P-256 private key that is held whole: of a certificate authority, or the server's own. Citizens' keys are never
/// of this type.
///
/// `@unchecked Sendable` is sound: the handle never changes after `init`, and the library reads a key from any number
/// of threads (its caches of derived forms are locked).
public final class P256SigningKey: @unchecked Sendable {
    /// The public key: uncompressed point, 65 bytes.
    public let publicKey: [UInt8]

    private let handle: OpaquePointer

    /// Takes the handle over, also when it throws.
    private init(owning handle: OpaquePointer) throws(CryptoError) {
        let encoded = DEROutput.bytes { i2d_PUBKEY(handle, $0) }
        do {
            publicKey = try SubjectPublicKeyInfo.decode(encoded ?? [])
        } catch {
            EVP_PKEY_free(handle)
            throw CryptoError("SIGNING_KEY_ENCODING", "not a P-256 key")
        }
        self.handle = handle
    }

    deinit { EVP_PKEY_free(handle) }

    /// A new key from the source's randomness: 32 bytes are drawn until they are in 1…q-1 (FIPS 186-5 A.2.2).
    ///
    /// Throws `CRYPTO_LIBRARY` when the library fails.
    public static func generate(random: any RandomSource) throws(CryptoError) -> P256SigningKey {
        var encoded = SecretBytes(count: pkcs8Head.count + 32)
        var valid = false
        while !valid {
            valid = encoded.withUnsafeMutableBytes { buffer in
                buffer.copyBytes(from: pkcs8Head)
                let scalar = UnsafeMutableRawBufferPointer(rebasing: buffer[pkcs8Head.count...])
                random.fill(scalar)
                return isScalar(UnsafeRawBufferPointer(scalar))
            }
        }
        do {
            return try P256SigningKey(pkcs8: encoded)
        } catch {
            throw CryptoError("CRYPTO_LIBRARY", "P-256 key: " + error.reason)
        }
    }

    /// Reads PKCS#8 DER (RFC 5958). Throws `SIGNING_KEY_ENCODING` for bytes that follow, another algorithm or curve,
    /// and a public key that does not belong to the private one.
    public convenience init(pkcs8: borrowing SecretBytes) throws(CryptoError) {
        let handle = pkcs8.withUnsafeBytes { bytes -> OpaquePointer? in
            var cursor = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &cursor, bytes.count)
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            guard let info, let base = bytes.baseAddress, UnsafeRawPointer(cursor) == base + bytes.count else {
                return nil
            }
            return EVP_PKCS82PKEY(info)
        }
        guard let handle else { throw LibraryFailure.error("SIGNING_KEY_ENCODING", "PKCS#8") }
        guard Self.isConsistent(handle) else {
            EVP_PKEY_free(handle)
            throw LibraryFailure.error("SIGNING_KEY_ENCODING", "the halves do not belong together")
        }
        try self.init(owning: handle)
    }

    /// Reads the first private key of a PEM file (RFC 7468 §10). Throws `SIGNING_KEY_ENCODING` for anything else,
    /// another algorithm or curve, halves that do not belong together, and a key under a password: nobody is there to
    /// type it.
    public convenience init(pem: borrowing SecretBytes) throws(CryptoError) {
        let handle = try PrivateKeyPEM.read(pem, refusal: "SIGNING_KEY_ENCODING")
        guard Self.isConsistent(handle) else {
            EVP_PKEY_free(handle)
            throw LibraryFailure.error("SIGNING_KEY_ENCODING", "the halves do not belong together")
        }
        try self.init(owning: handle)
    }

    /// PKCS#8 DER, to be sealed. Throws `CRYPTO_LIBRARY`.
    public func pkcs8() throws(CryptoError) -> SecretBytes {
        guard let info = EVP_PKEY2PKCS8(handle) else { throw LibraryFailure.error("CRYPTO_LIBRARY", "PKCS#8") }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        let count = i2d_PKCS8_PRIV_KEY_INFO(info, nil)
        guard count > 0 else { throw LibraryFailure.error("CRYPTO_LIBRARY", "PKCS#8") }
        var output = SecretBytes(count: Int(count))
        let written = output.withUnsafeMutableBytes { buffer in
            var cursor = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return i2d_PKCS8_PRIV_KEY_INFO(info, &cursor)
        }
        guard written == count else { throw LibraryFailure.error("CRYPTO_LIBRARY", "PKCS#8") }
        return output
    }

    /// ECDSA with SHA-256 over the message, as DER.
    ///
    /// The one place where randomness does not come in as a parameter: the library draws the nonce, mixing the key and
    /// the digest into it, so that a weak generator alone cannot expose the key. Throws `CRYPTO_LIBRARY`.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw LibraryFailure.error("CRYPTO_LIBRARY", "ECDSA") }
        defer { EVP_MD_CTX_free(context) }
        var count = 80
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else {
            throw LibraryFailure.error("CRYPTO_LIBRARY", "ECDSA")
        }
        return Array(signature.prefix(count))
    }

    /// PKCS#8 up to the private scalar: the public key is left out, the library computes it.
    private static let pkcs8Head: [UInt8] = {
        let scalar = DER.octetString([UInt8](repeating: 0, count: 32))
        let whole = DER.sequence([
            DER.integer([0]),
            DER.sequence([DER.objectIdentifier(OID.ecPublicKey), DER.objectIdentifier(OID.prime256v1)]),
            DER.octetString(DER.sequence([DER.integer([1]), scalar])),
        ])
        return Array(whole.dropLast(32))
    }()

    /// The group order q, big-endian (SEC 2 §2.4.2).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// Whether the bytes are in 1…q-1; every byte is looked at in every case.
    private static func isScalar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var borrow = 0
        var any: UInt8 = 0
        for index in (0..<32).reversed() {
            borrow = (Int(bytes[index]) - Int(order[index]) - borrow) >> 8 & 1
            any |= bytes[index]
        }
        return borrow == 1 && any != 0
    }

    private static func isConsistent(_ handle: OpaquePointer) -> Bool {
        guard let context = EVP_PKEY_CTX_new(handle, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        return EVP_PKEY_pairwise_check(context) == 1
    }
}
