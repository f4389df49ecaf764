import COpenSSL

/// Private keys in PEM files (RFC 7468 §10, and the older forms with the algorithm in their name).
enum PrivateKeyPEM {
    /// The first private key of a text, of any kind.
    ///
    /// - Parameter refusal: the code of what is thrown for anything else, and for a key under a password, since nobody
    ///   is there to type it
    /// - Returns: an `EVP_PKEY` that the caller frees
    static func read(_ pem: borrowing SecretBytes, refusal: String) throws(CryptoError) -> OpaquePointer {
        let handle = pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let length = Int32(exactly: bytes.count), length > 0,
                let source = BIO_new_mem_buf(bytes.baseAddress, length)
            else { return nil }
            defer { BIO_free(source) }
            // Without a callback of ours the library would ask on the terminal.
            return PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let handle else {
            throw LibraryFailure.error(refusal, "not a private key in PEM without a password")
        }
        LibraryFailure.clear()
        return handle
    }
}
