import COpenSSL

/// A stack of certificates, kept alive together with them.
final class X509Stack {
    let pointer: OpaquePointer
    private let certificates: [X509Handle]

    /// Throws `CERTIFICATE_ENCODING` or `CRYPTO_LIBRARY`.
    init(_ encoded: [[UInt8]]) throws(CryptoError) {
        var certificates: [X509Handle] = []
        for der in encoded { certificates.append(try X509Handle(der: der)) }
        guard let stack = tamga_sk_X509_new() else { throw LibraryFailure.error("CRYPTO_LIBRARY", "stack") }
        self.certificates = certificates
        pointer = stack
        for certificate in certificates {
            guard tamga_sk_X509_push(stack, certificate.pointer) > 0 else {
                throw LibraryFailure.error("CRYPTO_LIBRARY", "stack")
            }
        }
    }

    deinit { tamga_sk_X509_free(pointer) }
}
