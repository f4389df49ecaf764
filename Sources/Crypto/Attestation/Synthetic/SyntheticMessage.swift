/// CMS SignedData (RFC 5652 §5) as receipts have it, without signed attributes, in DER; each part open to change.
struct SyntheticMessage {
    /// `nil` for a message whose content is somewhere else.
    var content: [UInt8]?
    /// DER of the signer's certificate.
    let signer: [UInt8]
    /// DER of that certificate's issuer's name.
    let issuer: [UInt8]
    /// Of `signer`.
    let key: P256SigningKey
    var contentType = Self.data
    /// How often the one signer signs.
    var signatures = 1

    static let data = [1, 2, 840, 113549, 1, 7, 1]
    private static let signedData = [1, 2, 840, 113549, 1, 7, 2]
    private static let sha256 = [2, 16, 840, 1, 101, 3, 4, 2, 1]

    func encoded() throws(CryptoError) -> [UInt8] {
        let digest = DER.sequence([DER.objectIdentifier(Self.sha256)])
        let serial = try CertificateInspector.inspect(signer).serial
        let information = DER.sequence([
            DER.integer([1]), DER.sequence([issuer, DER.integer(serial)]), digest,
            DER.sequence([DER.objectIdentifier(OID.ecdsaWithSHA256)]), DER.octetString(try key.sign(content ?? [])),
        ])
        let inside = content.map { DER.constructed(0, DER.octetString($0)) } ?? []
        // Equal elements need no sorting.
        let signers = Array(repeatElement(information, count: signatures).joined())
        let signed = DER.sequence([
            DER.integer([1]), DER.set(digest), DER.sequence([DER.objectIdentifier(contentType), inside]),
            DER.constructed(0, signer), DER.set(signers),
        ])
        return DER.sequence([DER.objectIdentifier(Self.signedData), DER.constructed(0, signed)])
    }
}
