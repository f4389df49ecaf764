import COpenSSL

/// The private key of a TLS certificate, of any kind that the library's security level allows.
///
/// `@unchecked Sendable` is sound: the handle never changes after `init`, and the library reads a key from any number
/// of threads.
public final class TLSPrivateKey: @unchecked Sendable {
    let handle: OpaquePointer

    /// Reads PKCS#8 DER (RFC 5958). Throws `TLS_KEY`.
    public init(pkcs8: borrowing SecretBytes) throws(CryptoError) {
        let handle = pkcs8.withUnsafeBytes { bytes -> OpaquePointer? in
            var cursor = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return d2i_AutoPrivateKey(nil, &cursor, bytes.count)
        }
        guard let handle else { throw LibraryFailure.error("TLS_KEY", "not a private key in DER") }
        LibraryFailure.clear()
        self.handle = handle
    }

    /// Reads the first private key of a PEM file (RFC 7468 §10, and the older forms with the algorithm in their name).
    /// Throws `TLS_KEY`; also for a key under a password, since nobody is there to type it.
    public init(pem: borrowing SecretBytes) throws(CryptoError) {
        handle = try PrivateKeyPEM.read(pem, refusal: "TLS_KEY")
    }

    deinit { EVP_PKEY_free(handle) }
}
