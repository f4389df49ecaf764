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
}
