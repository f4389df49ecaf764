/// The assertion object: one CBOR map `{signature, authenticatorData}`.
struct AssertionObject {
    /// DER.
    let signature: [UInt8]
    let authenticatorData: [UInt8]

    init(_ object: [UInt8]) throws(AttestationError) {
        let map = try CBORReader.parse(object)
        guard let signature = map["signature"]?.bytes, let data = map["authenticatorData"]?.bytes else {
            throw .members
        }
        self.signature = signature
        authenticatorData = data
    }

    /// The nonce is the message that is signed, so ECDSA hashes it once more.
    /// - Parameters:
    ///   - key: the stored one
    ///   - clientDataHash: 32 bytes
    func checkSignature(by key: Point, clientDataHash: [UInt8]) throws(AttestationError) {
        guard let pair = try? ECDSASignatureDER.decode(signature) else { throw .signatureEncoding }
        let nonce = SHA256.hash(authenticatorData + clientDataHash)
        let isValid = ECDSA.isValid(
            r: Array(pair[..<32]), s: Array(pair[32...]), digest: SHA256.hash(nonce), publicKey: key)
        guard holds("ATTESTATION_SIGNATURE", isValid) else { throw .signature }
    }
}
