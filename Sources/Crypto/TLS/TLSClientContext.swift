import COpenSSL

/// What the TLS connections of a client to one server share: by what it knows the server, and the same rules as
/// `TLSContext`.
///
/// `@unchecked Sendable` is sound: the handle is configured in `init` and only read afterwards, which the library
/// allows from any number of threads.
public final class TLSClientContext: @unchecked Sendable {
    public let pin: ServerPin
    let handle: OpaquePointer

    /// Throws `CRYPTO_LIBRARY`.
    public init(_ pin: ServerPin) throws(CryptoError) {
        guard let handle = SSL_CTX_new(TLS_client_method()) else {
            throw LibraryFailure.error("CRYPTO_LIBRARY", "TLS")
        }
        self.pin = pin
        self.handle = handle
        SSL_CTX_set_options(handle, tamga_SSL_options())
        _ = tamga_SSL_CTX_release_buffers(handle)
        _ = tamga_SSL_CTX_no_session_cache(handle)
        guard tamga_SSL_CTX_min_tls12(handle) == 1,
            SSL_CTX_set_cipher_list(handle, TLSContext.ciphers) == 1,
            tamga_SSL_CTX_set_groups(handle, TLSContext.groups) == 1
        else { throw LibraryFailure.error("CRYPTO_LIBRARY", "TLS settings") }
        SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
        // Not retained: every session keeps its context, and nothing else runs a handshake.
        SSL_CTX_set_cert_verify_callback(
            handle,
            { store, owner in
                guard let store, let owner else { return 0 }
                return Unmanaged<TLSClientContext>.fromOpaque(owner).takeUnretainedValue().isPinned(store) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { SSL_CTX_free(handle) }

    /// Whether the certificate that the server shows is the pinned one.
    private func isPinned(_ store: OpaquePointer) -> Bool {
        guard let leaf = X509_STORE_CTX_get0_cert(store) else { return false }
        let (expected, shown): ([UInt8], [UInt8]?)
        switch pin {
        case .certificate(let sha256): (expected, shown) = (sha256, DEROutput.bytes { i2d_X509(leaf, $0) })
        case .publicKey(let sha256):
            (expected, shown) = (
                sha256, X509_get_X509_PUBKEY(leaf).flatMap { key in DEROutput.bytes { i2d_X509_PUBKEY(key, $0) } }
            )
        }
        guard holds("TLS_SERVER_PIN", shown.map(SHA256.hash) == expected) else {
            X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
            return false
        }
        X509_STORE_CTX_set_error(store, X509_V_OK)
        return true
    }
}
