import COpenSSL

/// PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2): a key from something that a person can remember.
public enum PBKDF2 {
    /// The work that callers should ask for unless they read a stored number: about a tenth of a second.
    public static let recommendedIterations = 210_000

    /// Derives `count` bytes.
    ///
    /// Throws `KDF_PARAMETERS` when `iterations` is not in 1…2^31-1, `count` not in 1…1024, or the
    /// password or the salt is longer than 1024 bytes: such a one is a mistake or an attempt to burn time.
    public static func derive(
        password: UnsafeRawBufferPointer, salt: [UInt8], iterations: Int, count: Int
    ) throws(CryptoError) -> SecretBytes {
        guard (1...Int(Int32.max)).contains(iterations), (1...1024).contains(count), password.count <= 1024,
            salt.count <= 1024
        else {
            throw CryptoError("KDF_PARAMETERS", "PBKDF2 parameters out of range")
        }
        var output = SecretBytes(count: count)
        let done = output.withUnsafeMutableBytes { target in
            withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { empty in
                // The library reads a null password as a C string; an empty one needs an address.
                PKCS5_PBKDF2_HMAC(
                    (password.baseAddress ?? UnsafeRawPointer(empty.baseAddress))?
                        .assumingMemoryBound(to: CChar.self),
                    Int32(password.count), salt, Int32(salt.count), Int32(iterations), EVP_sha256(), Int32(count),
                    target.baseAddress?.assumingMemoryBound(to: UInt8.self))
            }
        }
        guard done == 1 else { throw LibraryFailure.error("CRYPTO_LIBRARY", "PBKDF2") }
        return output
    }

    /// The same from a secret. Throws as above.
    public static func derive(
        password: borrowing SecretBytes, salt: [UInt8], iterations: Int, count: Int
    ) throws(CryptoError) -> SecretBytes {
        try password.withUnsafeBytes { bytes throws(CryptoError) in
            try derive(password: bytes, salt: salt, iterations: iterations, count: count)
        }
    }
}
