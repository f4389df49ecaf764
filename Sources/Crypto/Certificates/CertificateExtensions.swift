/// The extensions of our profile (RFC 5280 §4.2, RFC 3739 §3.2.6, ETSI EN 319 412-2 and 412-5), each one complete.
enum CertificateExtensions {
    static func basicConstraints(pathLength: UInt8?) -> [UInt8] {
        let content = pathLength.map { [DER.boolean(true), DER.integer([$0])] } ?? []
        return wrap(OID.basicConstraints, critical: true, DER.sequence(content))
    }

    static func keyUsage(_ usage: KeyUsage) -> [UInt8] {
        wrap(OID.keyUsage, critical: true, DER.namedBits(usage.bitNumbers))
    }

    static func clientAuth() -> [UInt8] {
        wrap(OID.extendedKeyUsage, DER.sequence([DER.objectIdentifier(OID.clientAuth)]))
    }

    static func serverAuth() -> [UInt8] {
        wrap(OID.extendedKeyUsage, DER.sequence([DER.objectIdentifier(OID.serverAuth)]))
    }

    /// - Parameter names: complete GeneralName elements
    static func subjectAlternativeNames(_ names: [[UInt8]]) -> [UInt8] {
        wrap(OID.subjectAlternativeName, DER.sequence(names))
    }

    /// RFC 7093 §2 method 1: the first 160 bits of SHA-256 over the point.
    static func keyIdentifier(of point: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(point).prefix(20))
    }

    static func subjectKeyIdentifier(_ identifier: [UInt8]) -> [UInt8] {
        wrap(OID.subjectKeyIdentifier, DER.octetString(identifier))
    }

    static func authorityKeyIdentifier(_ identifier: [UInt8]) -> [UInt8] {
        wrap(OID.authorityKeyIdentifier, DER.sequence([DER.primitive(0, identifier)]))
    }

    static func policies(_ policies: [[Int]]) -> [UInt8] {
        let content = policies.map { DER.sequence([DER.objectIdentifier($0)]) }
        return wrap(OID.certificatePolicies, DER.sequence(content))
    }

    /// `nil` when there is neither address. Throws `CERTIFICATE_URL`.
    static func informationAccess(issuer: String?, ocsp: String?) throws(CryptoError) -> [UInt8]? {
        var content: [[UInt8]] = []
        if let ocsp { content.append(DER.sequence([DER.objectIdentifier(OID.ocsp), try address(ocsp)])) }
        if let issuer { content.append(DER.sequence([DER.objectIdentifier(OID.caIssuers), try address(issuer)])) }
        return content.isEmpty ? nil : wrap(OID.authorityInformationAccess, DER.sequence(content))
    }

    /// Throws `CERTIFICATE_URL`.
    static func distributionPoint(_ url: String) throws(CryptoError) -> [UInt8] {
        let name = DER.constructed(0, DER.constructed(0, try address(url)))
        return wrap(OID.crlDistributionPoints, DER.sequence([DER.sequence([name])]))
    }

    /// What makes a signature certificate qualified (ETSI EN 319 412-5 §4): compliance, the law it complies with, the
    /// type eSign, the meaning of serialNumber (EN 319 412-1 §5.1), and for a certified device the claim that the key
    /// rests in it. Without the statement of legislation the claim would be one under European law.
    static func qcStatements(country: String, inDevice: Bool) -> [UInt8] {
        func statement(_ type: [Int], _ info: [UInt8] = []) -> [UInt8] {
            DER.sequence([DER.objectIdentifier(type), info])
        }
        var statements = [
            statement(OID.qcSyntaxV2, DER.sequence([DER.objectIdentifier(OID.semanticsNaturalPerson)])),
            statement(OID.qcCompliance),
            statement(OID.qcType, DER.sequence([DER.objectIdentifier(OID.qcTypeESign)])),
            statement(OID.qcLegislation, DER.sequence([DER.printableString(country)])),
        ]
        if inDevice { statements.append(statement(OID.qcSSCD)) }
        return wrap(OID.qcStatements, DER.sequence(statements))
    }

    /// A GeneralName of the form uniformResourceIdentifier.
    private static func address(_ url: String) throws(CryptoError) -> [UInt8] {
        guard url.hasPrefix("http://") || url.hasPrefix("https://"), (10...1024).contains(url.utf8.count),
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw CryptoError("CERTIFICATE_URL", "not an http or https address in ASCII")
        }
        return DER.primitive(6, Array(url.utf8))
    }

    private static func wrap(_ type: [Int], critical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        DER.sequence([
            DER.objectIdentifier(type), critical ? DER.boolean(true) : [], DER.octetString(value),
        ])
    }
}
