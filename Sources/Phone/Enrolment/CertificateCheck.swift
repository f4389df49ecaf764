import Crypto

/// The phone's checks of a certificate from K4: it is for the key that this phone made, for this use, and leads to a
/// trusted root.
struct CertificateCheck {
    /// DER of the roots that the app carries. Without any, the chain of K4 (under the core key's signature) must hold
    /// together by itself as far as it goes.
    let roots: [[UInt8]]
    /// Unix seconds.
    let now: Int64

    /// - Parameters:
    ///   - leaf: DER
    ///   - chain: DER, issuer first
    /// - Throws: `CERTIFICATE_KEY` unless the key is Q, `CERTIFICATE_USAGE` unless the use is exactly the slot's,
    ///   `CERTIFICATE_ENCODING`, `CHAIN_…`
    func check(leaf: [UInt8], chain: [[UInt8]], slot: Slot, Q: Point) throws(CryptoError) {
        let details = try CertificateInspector.inspect(leaf)
        guard details.publicKey == Q.encoding else {
            throw CryptoError("CERTIFICATE_KEY", "the certificate is not for x1·Q2")
        }
        let use: CertificateSlot = slot == .authentication ? .authentication : .signature
        guard details.slot == use else {
            throw CryptoError("CERTIFICATE_USAGE", "the certificate is not for \(slot.rawValue)")
        }
        guard !roots.isEmpty else { return try checkOffered(leaf: leaf, details, chain: chain, use: use) }
        try CertificateChain.verify(
            leaf: leaf, intermediates: chain, roots: roots, atUnixSeconds: now, slot: use)
    }

    /// A chain that ends in a self-signed certificate is verified with that one as root. Any other cannot be: then the
    /// names at least must follow one another, and the leaf be valid now.
    private func checkOffered(
        leaf: [UInt8], _ details: CertificateDetails, chain: [[UInt8]], use: CertificateSlot
    ) throws(CryptoError) {
        var below = details
        for der in chain {
            let issuer = try CertificateInspector.inspect(der)
            guard issuer.isAuthority, issuer.subjectName == below.issuerName else {
                throw CryptoError("CHAIN_ISSUER", "the chain's names do not follow one another")
            }
            below = issuer
        }
        guard details.notBefore <= now, now <= details.notAfter else {
            throw CryptoError("CHAIN_EXPIRED", "the certificate is not valid now")
        }
        if let root = chain.last, below.issuerName == below.subjectName {
            try CertificateChain.verify(
                leaf: leaf, intermediates: chain, roots: [root], atUnixSeconds: now, slot: use)
        }
    }
}
