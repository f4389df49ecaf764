/// The attestation object: one CBOR map `{fmt, attStmt: {x5c, receipt}, authData}`.
///
/// Members with other names are passed over: they are signed by nobody, so nothing can hang on them.
struct AttestationObject {
    /// DER of the attested key's certificate.
    let leaf: [UInt8]
    /// DER of its issuer's.
    let intermediate: [UInt8]
    let receipt: [UInt8]
    let authenticatorData: [UInt8]

    init(_ object: [UInt8]) throws(AttestationError) {
        let map = try CBORReader.parse(object)
        guard let format = map["fmt"]?.text, let statement = map["attStmt"], let chain = statement["x5c"]?.array,
            let receipt = statement["receipt"]?.bytes, let authenticatorData = map["authData"]?.bytes
        else {
            throw .members
        }
        guard holds("ATTESTATION_FORMAT", format == "apple-appattest") else { throw .format }
        // With fewer there is nothing to verify; a third would be somebody else's.
        guard holds("ATTESTATION_CERTIFICATE_COUNT", chain.count == 2), chain.count >= 2 else {
            throw .certificateCount
        }
        guard let leaf = chain[0].bytes, let intermediate = chain[1].bytes else { throw .members }
        self.leaf = leaf
        self.intermediate = intermediate
        self.receipt = receipt
        self.authenticatorData = authenticatorData
    }
}
