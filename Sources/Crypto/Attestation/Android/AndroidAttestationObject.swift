/// The attestation object of an Android key: one CBOR map `{fmt: "android-key", attStmt: {x5c: [leaf, …, root]}}`. The
/// form is that of WebAuthn §8.4 without authenticator data: what those would say stands in the leaf.
///
/// Members with other names are passed over: they are signed by nobody, so nothing can hang on them.
public struct AndroidAttestationObject: Sendable {
    /// DER, leaf first; how many there may be is the verifier's rule.
    public let chain: [[UInt8]]

    /// - Parameter object: CBOR, at most `AppAttestVerifier.maximumAttestationByteCount` bytes
    /// - Throws: `ATTESTATION_SIZE`, `ATTESTATION_CBOR_…`, `ATTESTATION_MEMBERS`, `ATTESTATION_FORMAT`
    public init(_ object: [UInt8]) throws(AttestationError) {
        guard (1...AppAttestVerifier.maximumAttestationByteCount).contains(object.count) else { throw .size }
        let map = try CBORReader.parse(object)
        guard let format = map["fmt"]?.text, let chain = map["attStmt"]?["x5c"]?.array else { throw .members }
        guard format == AttestationFormat.android.rawValue else { throw .format }
        var certificates: [[UInt8]] = []
        for item in chain {
            guard let certificate = item.bytes else { throw .members }
            certificates.append(certificate)
        }
        self.chain = certificates
    }
}
