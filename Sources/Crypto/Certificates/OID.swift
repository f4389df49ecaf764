/// The object identifiers of our certificate profile.
enum OID {
    static let ecPublicKey = [1, 2, 840, 10045, 2, 1]
    static let prime256v1 = [1, 2, 840, 10045, 3, 1, 7]
    static let rsaEncryption = [1, 2, 840, 113549, 1, 1, 1]
    static let ecdsaWithSHA256 = [1, 2, 840, 10045, 4, 3, 2]

    // X.520 attributes.
    static let commonName = [2, 5, 4, 3]
    static let surname = [2, 5, 4, 4]
    static let serialNumber = [2, 5, 4, 5]
    static let countryName = [2, 5, 4, 6]
    static let organizationName = [2, 5, 4, 10]
    static let givenName = [2, 5, 4, 42]

    // RFC 5280 extensions.
    static let subjectKeyIdentifier = [2, 5, 29, 14]
    static let keyUsage = [2, 5, 29, 15]
    static let subjectAlternativeName = [2, 5, 29, 17]
    static let basicConstraints = [2, 5, 29, 19]
    static let crlDistributionPoints = [2, 5, 29, 31]
    static let certificatePolicies = [2, 5, 29, 32]
    static let anyPolicy = [2, 5, 29, 32, 0]
    static let authorityKeyIdentifier = [2, 5, 29, 35]
    static let extendedKeyUsage = [2, 5, 29, 37]
    static let authorityInformationAccess = [1, 3, 6, 1, 5, 5, 7, 1, 1]
    static let ocsp = [1, 3, 6, 1, 5, 5, 7, 48, 1]
    static let caIssuers = [1, 3, 6, 1, 5, 5, 7, 48, 2]
    static let serverAuth = [1, 3, 6, 1, 5, 5, 7, 3, 1]
    static let clientAuth = [1, 3, 6, 1, 5, 5, 7, 3, 2]

    // RFC 3739 and ETSI EN 319 412-1, 412-5: statements of qualified certificates.
    static let qcStatements = [1, 3, 6, 1, 5, 5, 7, 1, 3]
    static let qcSyntaxV2 = [1, 3, 6, 1, 5, 5, 7, 11, 2]
    static let semanticsNaturalPerson = [0, 4, 0, 194121, 1, 1]
    static let qcCompliance = [0, 4, 0, 1862, 1, 1]
    static let qcSSCD = [0, 4, 0, 1862, 1, 4]
    static let qcType = [0, 4, 0, 1862, 1, 6]
    static let qcTypeESign = [0, 4, 0, 1862, 1, 6, 1]
    static let qcLegislation = [0, 4, 0, 1862, 1, 7]

    // ETSI EN 319 411-1 and 411-2: certificate policies.
    static let policyNCP = [0, 4, 0, 2042, 1, 1]
    static let policyNCPPlus = [0, 4, 0, 2042, 1, 2]
    static let policyLCP = [0, 4, 0, 2042, 1, 3]
    static let policyQCPNatural = [0, 4, 0, 194112, 1, 0]
    static let policyQCPNaturalQSCD = [0, 4, 0, 194112, 1, 2]

    static func dotted(_ arcs: [Int]) -> String {
        arcs.map(String.init).joined(separator: ".")
    }
}
