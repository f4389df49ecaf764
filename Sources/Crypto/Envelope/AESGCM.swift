import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) with a 12-byte nonce and a 16-byte tag.
///
/// The caller answers for the nonce: one key never sees the same nonce twice. `SealedBox` draws it at random and is
/// what everything else uses.
public enum AESGCM {
    /// Length of a key in bytes.
    public static let keyByteCount = 32
    /// Length of a nonce in bytes.
    public static let nonceByteCount = 12
    /// Length of a tag in bytes.
    public static let tagByteCount = 16

    /// Ciphertext followed by the tag.
    ///
    /// Throws `CIPHER_PARAMETERS` for a key or nonce of another length, `CRYPTO_LIBRARY` when the library fails.
    public static func seal(
        _ plaintext: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(key: key, nonce: nonce, inputs: [plaintext.count, associatedData.count])
        let length = plaintext.count
        var output = [UInt8](repeating: 0, count: length + tagByteCount)
        let done = output.withUnsafeMutableBytes { target in
            plaintext.withUnsafeBytes { input in
                run(
                    .encrypt, input, into: UnsafeMutableRawBufferPointer(rebasing: target[..<length]),
                    tag: UnsafeMutableRawBufferPointer(rebasing: target[length...]),
                    key: key, nonce: nonce, associatedData: associatedData)
            }
        }
        guard done else { throw LibraryFailure.error("CRYPTO_LIBRARY", "AES-256-GCM") }
        return output
    }

    /// The plaintext of `ciphertext ‖ tag`.
    ///
    /// Throws `CIPHER_PARAMETERS` for a key or nonce of another length and `CIPHER_TAG` when any bit of the message,
    /// the tag, the nonce or the associated data differs. No unauthenticated byte reaches the caller.
    public static func open(
        _ sealed: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        try check(key: key, nonce: nonce, inputs: [sealed.count, associatedData.count])
        guard sealed.count >= tagByteCount else { throw CryptoError("CIPHER_TAG", "shorter than a tag") }
        let length = sealed.count - tagByteCount
        var tag = Array(sealed[length...])
        var plaintext = SecretBytes(count: length)
        let done = sealed.withUnsafeBytes { input in
            tag.withUnsafeMutableBytes { tag in
                plaintext.withUnsafeMutableBytes { output in
                    run(
                        .decrypt, UnsafeRawBufferPointer(rebasing: input[..<length]), into: output, tag: tag,
                        key: key, nonce: nonce, associatedData: associatedData)
                }
            }
        }
        guard done else {
            LibraryFailure.clear()
            throw CryptoError("CIPHER_TAG")
        }
        return plaintext
    }

    private enum Direction: Int32 {
        case decrypt = 0
        case encrypt = 1
    }

    private static func check(key: borrowing SecretBytes, nonce: [UInt8], inputs: [Int]) throws(CryptoError) {
        guard key.count == keyByteCount, nonce.count == nonceByteCount else {
            throw CryptoError("CIPHER_PARAMETERS", "AES-256-GCM takes a key of 32 and a nonce of 12 bytes")
        }
        guard inputs.allSatisfy({ $0 <= Int32.max }) else {
            throw CryptoError("CIPHER_PARAMETERS", "input too long")
        }
    }

    /// One pass over lengths that `check` has seen. `tag` is written when encrypting and read when decrypting.
    private static func run(
        _ direction: Direction, _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        tag: UnsafeMutableRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) -> Bool {
        guard let context = EVP_CIPHER_CTX_new() else { return false }
        defer { EVP_CIPHER_CTX_free(context) }
        let ready = key.withUnsafeBytes { key in
            EVP_CipherInit_ex(
                context, EVP_aes_256_gcm(), nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce,
                direction.rawValue)
        }
        guard ready == 1 else { return false }

        var written: Int32 = 0
        if !associatedData.isEmpty {
            let count = Int32(associatedData.count)
            guard EVP_CipherUpdate(context, nil, &written, associatedData, count) == 1 else { return false }
        }
        let target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        if !input.isEmpty {
            let source = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard EVP_CipherUpdate(context, target, &written, source, Int32(input.count)) == 1 else { return false }
        }
        let tagLength = Int32(tagByteCount)
        if direction == .decrypt {
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, tag.baseAddress) == 1 else {
                return false
            }
        }
        var rest: UInt8 = 0
        guard EVP_CipherFinal_ex(context, &rest, &written) == 1 else { return false }
        guard direction == .encrypt else { return true }
        return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tagLength, tag.baseAddress) == 1
    }
}
