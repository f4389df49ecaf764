/// The name of a certificate authority: `C=…, O=…, CN=…`.
public struct AuthorityName: Sendable, Equatable {
    public let country: String
    public let organization: String
    public let commonName: String

    /// `country` is an ISO 3166-1 code of two capital letters; the others have 1 to 64 characters without control
    /// characters (the upper bounds of RFC 5280 appendix A). Checked when the name is used.
    public init(country: String = "MN", organization: String, commonName: String) {
        self.country = country
        self.organization = organization
        self.commonName = commonName
    }

    /// The Name element. Throws `CERTIFICATE_SUBJECT`.
    func encoded() throws(CryptoError) -> [UInt8] {
        try DistinguishedName.checkCountry(country)
        for text in [organization, commonName] {
            guard (1...64).contains(text.unicodeScalars.count),
                text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            else {
                throw CryptoError("CERTIFICATE_SUBJECT", "an authority's names have 1 to 64 printable characters")
            }
        }
        return DistinguishedName.encode([
            (OID.countryName, DER.printableString(country)),
            (OID.organizationName, DER.utf8String(organization)),
            (OID.commonName, DER.utf8String(commonName)),
        ])
    }
}
