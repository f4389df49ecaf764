import Crypto
import Storage

/// The self-signed pair for TLS, which is used where the operator names no files. Phones pin its key.
extension Setup {
    func transportPair(nowSeconds: Int64) throws {
        if try stores.service.certificate(name: Name.tlsCertificate, deadline: deadline) != nil { return }
        let key = try P256SigningKey.generate(random: random)
        let pkcs8 = try key.pkcs8()
        // Together or not at all: a key without its certificate could never be used.
        try stores.service.insertTogether(
            secrets: [(Name.tlsKey, try seal(pkcs8, Name.tlsKey))],
            certificates: [(Name.tlsCertificate, try certificate(of: key, nowSeconds: nowSeconds))],
            deadline: deadline)
        report("made \(Name.tlsKey) and its certificate")
    }

    /// Makes a new certificate for the key that is there, with the names of the present settings. What phones pin is
    /// the key, so nobody has to be told; processes take it up by themselves.
    /// - Throws: `ConfigurationError` when there is no key, or it was sealed under another key-encryption key
    public func renewTransportCertificate(nowSeconds: Int64) throws {
        try stores.service.withSetupLock(deadline: StorageDeadline(milliseconds: 60_000)) {
            try requireItsKey()
            guard let sealed = try stores.service.secret(name: Name.tlsKey, deadline: deadline) else {
                throw ConfigurationError("the database holds no \(Name.tlsKey): run `tamga setup` once")
            }
            let pkcs8 = try Envelope.open(sealed, associatedData: SealContext.service(Name.tlsKey), under: kek)
            let fresh = try certificate(of: P256SigningKey(pkcs8: pkcs8), nowSeconds: nowSeconds)
            try stores.service.replaceCertificate(name: Name.tlsCertificate, der: fresh, deadline: deadline)
            report("renewed the certificate of \(Name.tlsKey): \(TLSIdentity.fingerprint(of: fresh))")
        }
    }

    private func certificate(of key: P256SigningKey, nowSeconds: Int64) throws(CryptoError) -> [UInt8] {
        try ServerCertificate.selfSigned(
            key: key, names: certificateNames, notBefore: nowSeconds - 300, random: random)
    }
}
