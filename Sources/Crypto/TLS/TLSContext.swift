import COpenSSL

/// What the TLS connections of a server share: certificate, key, rules. Never changes; a new certificate is a new
/// context, and connections that are open keep theirs.
///
/// TLS 1.2 and 1.3 (BCP 195, RFC 9325): forward secrecy and authenticated encryption only, no compression, no
/// renegotiation, no early data. There is no resumption either: a ticket key would have to be shared by all replicas,
/// and who gets it later reads what was recorded; a handshake costs less than a signature by far. The name that the
/// client asks for (SNI) is ignored: a server has one certificate.
///
/// `@unchecked Sendable` is sound: the handle is configured in `init` and only read afterwards, which the library
/// allows from any number of threads.
public final class TLSContext: @unchecked Sendable {
    public let identity: TLSIdentity
    let handle: OpaquePointer

    /// TLS 1.2: ECDHE with AEAD. Those of 1.3 are the library's, all of them sound.
    static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20:!PSK"
    static let groups = "X25519:P-256:P-384"
    /// A client's chain; the library's own bound of 100 KiB is memory for strangers.
    private static let clientChainBytes = 16 * 1_024

    /// Throws `TLS_CERTIFICATE` or `TLS_KEY` when the library refuses them (too weak, for example), `CRYPTO_LIBRARY`.
    public init(_ identity: TLSIdentity, clients: ClientCertificates = .none) throws(CryptoError) {
        guard let handle = SSL_CTX_new(TLS_server_method()) else {
            throw LibraryFailure.error("CRYPTO_LIBRARY", "TLS")
        }
        self.identity = identity
        self.handle = handle
        SSL_CTX_set_options(handle, tamga_SSL_options())
        _ = tamga_SSL_CTX_release_buffers(handle)
        _ = tamga_SSL_CTX_no_session_cache(handle)
        tamga_SSL_CTX_max_cert_list(handle, Self.clientChainBytes)
        guard tamga_SSL_CTX_min_tls12(handle) == 1, SSL_CTX_set_num_tickets(handle, 0) == 1,
            SSL_CTX_set_cipher_list(handle, Self.ciphers) == 1,
            tamga_SSL_CTX_set_groups(handle, Self.groups) == 1
        else { throw LibraryFailure.error("CRYPTO_LIBRARY", "TLS settings") }
        SSL_CTX_set_alpn_select_cb(
            handle,
            { _, chosen, chosenCount, offered, offeredCount, _ in
                ALPN.select(chosen, chosenCount, offered, offeredCount)
            }, nil)
        try use(identity)
        try ask(clients)
    }

    deinit { SSL_CTX_free(handle) }

    private func use(_ identity: TLSIdentity) throws(CryptoError) {
        let leaf = try X509Handle(der: identity.certificates[0])
        let chain = try X509Stack(Array(identity.certificates.dropFirst()))
        guard SSL_CTX_use_cert_and_key(handle, leaf.pointer, identity.key.handle, chain.pointer, 1) == 1 else {
            throw LibraryFailure.error("TLS_CERTIFICATE", "refused")
        }
        withExtendedLifetime((leaf, chain)) {}
    }

    private func ask(_ clients: ClientCertificates) throws(CryptoError) {
        switch clients {
        case .none: return
        case .pinned:
            // The proof of possession is the handshake's own and is always checked; this is the chain.
            SSL_CTX_set_cert_verify_callback(handle, { _, _ in 1 }, nil)
        case .issued(let authorities):
            guard !authorities.isEmpty else { throw CryptoError("TLS_CERTIFICATE", "no authority for clients") }
            let store = SSL_CTX_get_cert_store(handle)
            for der in authorities {
                let authority = try X509Handle(der: der)
                guard X509_STORE_add_cert(store, authority.pointer) == 1,
                    SSL_CTX_add_client_CA(handle, authority.pointer) == 1
                else { throw LibraryFailure.error("TLS_CERTIFICATE", "authority for clients") }
            }
        }
        SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
        SSL_CTX_set_verify_depth(handle, 4)
    }
}

/// Application-layer protocol negotiation (RFC 7301): http/1.1 or nothing.
private enum ALPN {
    private static let http11 = Array("http/1.1".utf8)

    /// Picks http/1.1 out of the client's list; a list without it ends the handshake (§3.2). A client that sends no
    /// list never gets here.
    static func select(
        _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ chosenCount: UnsafeMutablePointer<UInt8>?,
        _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32
    ) -> Int32 {
        let list = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
        var place = 0
        while place < list.count {
            let start = place + 1, count = Int(list[place])
            guard count <= list.count - start else { break }
            if list[start..<(start + count)].elementsEqual(http11) {
                chosen?.pointee = offered?.advanced(by: start)
                chosenCount?.pointee = UInt8(count)
                return SSL_TLSEXT_ERR_OK
            }
            place = start + count
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
