/// An attestation object in the making, each part open to change; `SyntheticAppAttestDevice` changes none.
struct SyntheticAttestation {
    let authority: SyntheticAppAttestAuthority
    let key: P256SigningKey
    /// Unix seconds.
    let now: Int64
    var clientDataHash: [UInt8]
    var authenticatorData: SyntheticAuthenticatorData
    /// Values of the nonce extension; `nil` for the one right value.
    var nonceValues: [[UInt8]]?

    /// The leaf's certificate of an attestation over `clientDataHash`: as Apple's, good from a day before to two days
    /// after, without key identifiers.
    func leaf() throws(CryptoError) -> [UInt8] {
        let nonce = SHA256.hash(authenticatorData.encoded + clientDataHash)
        let values = nonceValues ?? [Self.nonceValue(nonce)]
        return try CertificateTemplate(
            serial: LeafProfile.randomSerial(from: SystemRandom()), issuer: authority.intermediateName,
            subject: Self.subject(of: key.publicKey), notBefore: now - SyntheticAppAttestAuthority.day,
            notAfter: now + 2 * SyntheticAppAttestAuthority.day, publicKey: key.publicKey,
            extensions: Self.extensions + values.map(Self.nonceExtension)
        ).signed(by: authority.intermediateKey)
    }

    /// The name is the key id in hexadecimal.
    static func subject(of publicKey: [UInt8]) throws(CryptoError) -> [UInt8] {
        let digits = Array("0123456789abcdef")
        let text = SHA256.hash(publicKey).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return try SyntheticAppAttestAuthority.name(String(text))
    }

    static let extensions = [
        CertificateExtensions.basicConstraints(pathLength: nil),
        CertificateExtensions.keyUsage([.digitalSignature, .nonRepudiation, .keyEncipherment, .dataEncipherment]),
    ]

    static func nonceValue(_ nonce: [UInt8]) -> [UInt8] {
        DER.sequence([DER.constructed(1, DER.octetString(nonce))])
    }

    static func nonceExtension(_ value: [UInt8]) -> [UInt8] {
        DER.sequence([DER.objectIdentifier(AttestedCertificate.nonceExtension), DER.octetString(value)])
    }

    static func object(chain: [[UInt8]], receipt: [UInt8], authenticatorData: [UInt8]) -> [UInt8] {
        CBORWriter.map([
            ("fmt", CBORWriter.text("apple-appattest")),
            (
                "attStmt",
                CBORWriter.map([
                    ("x5c", CBORWriter.array(chain.map(CBORWriter.bytes))), ("receipt", CBORWriter.bytes(receipt)),
                ])
            ),
            ("authData", CBORWriter.bytes(authenticatorData)),
        ])
    }
}
