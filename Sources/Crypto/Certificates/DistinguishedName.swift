/// Encoding of names: a sequence of sets of one attribute each (RFC 5280 §4.1.2.4).
enum DistinguishedName {
    static func encode(_ attributes: [(type: [Int], value: [UInt8])]) -> [UInt8] {
        DER.sequence(
            attributes.map { attribute in
                DER.set(DER.sequence([DER.objectIdentifier(attribute.type), attribute.value]))
            })
    }

    /// Throws `CERTIFICATE_SUBJECT` unless it is two capital letters.
    static func checkCountry(_ country: String) throws(CryptoError) {
        guard country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw CryptoError("CERTIFICATE_SUBJECT", "a country is two capital letters")
        }
    }
}
