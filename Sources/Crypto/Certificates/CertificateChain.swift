import COpenSSL

/// Path validation (RFC 5280 §6) from a leaf to one of the given roots, at a given time.
public enum CertificateChain {
    /// The longest chain, leaf and root included: what relying parties walk.
    public static let maximumCount = 8

    /// The verified chain, leaf first, root last.
    ///
    /// A chain ends at a self-signed certificate among `roots`; an intermediate is never an anchor. Revocation is not
    /// looked at. With `slot`, the leaf must also permit that use; without, any.
    ///
    /// Throws
    /// - `CERTIFICATE_ENCODING`: one of the inputs is not a strict DER certificate,
    /// - `CHAIN_UNTRUSTED`: no way to a root,
    /// - `CHAIN_SIGNATURE`: a signature does not verify,
    /// - `CHAIN_EXPIRED`, `CHAIN_NOT_YET_VALID`: at that time,
    /// - `CHAIN_ISSUER`: an issuer is no authority or may not sign certificates, or a path length is exceeded,
    /// - `CHAIN_TOO_LONG`,
    /// - `CHAIN_CRITICAL_EXTENSION`: an unknown critical extension,
    /// - `CHAIN_WEAK`: a key or digest below 112 bits of strength,
    /// - `CHAIN_USAGE`: the leaf is an authority, or does not permit the asked use,
    /// - `CHAIN_INVALID`: anything else,
    /// - `CRYPTO_LIBRARY`.
    @discardableResult
    public static func verify(
        leaf: [UInt8], intermediates: [[UInt8]], roots: [[UInt8]], atUnixSeconds time: Int64,
        slot: CertificateSlot? = nil
    ) throws(CryptoError) -> [[UInt8]] {
        let subject = try X509Handle(der: leaf)
        let untrusted = try X509Stack(intermediates)
        let context = try X509StoreContext(leaf: subject, untrusted: untrusted, roots: roots, atUnixSeconds: time)
        let chain = try context.verify()
        try checkIssuers(chain)
        try checkUsage(of: subject, slot: slot)
        return chain
    }

    /// The library checks these too; they are checked here again because everything hangs on them and because its
    /// exceptions for old certificates (version 1, Netscape types) are not ours.
    private static func checkIssuers(_ chain: [[UInt8]]) throws(CryptoError) {
        guard chain.count <= maximumCount else { throw CryptoError("CHAIN_TOO_LONG") }
        for (below, der) in chain.dropFirst().enumerated() {
            let issuer = try CertificateInspector.inspect(der)
            guard issuer.isAuthority, issuer.keyUsage?.contains(.keyCertSign) ?? true else {
                throw CryptoError("CHAIN_ISSUER", "not an authority that may sign certificates")
            }
            // `below` authorities stand between this one and the leaf.
            guard below <= issuer.pathLength ?? Int.max else {
                throw CryptoError("CHAIN_ISSUER", "path length exceeded")
            }
        }
    }

    private static func checkUsage(of leaf: X509Handle, slot: CertificateSlot?) throws(CryptoError) {
        let details = try CertificateInspector.inspect(leaf)
        guard !details.isAuthority else { throw CryptoError("CHAIN_USAGE", "the leaf is an authority") }
        let permitted =
            switch slot {
            case .authentication: details.keyUsage?.contains(.digitalSignature) ?? false && details.allowsClientAuth
            case .signature: details.keyUsage?.contains(.nonRepudiation) ?? false
            case nil: true
            }
        guard permitted else { throw CryptoError("CHAIN_USAGE", "the leaf does not permit this use") }
    }
}
