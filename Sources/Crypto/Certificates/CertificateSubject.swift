/// The citizen in a certificate: names in Latin letters and the civil registration number.
///
/// The Cyrillic register number never enters a certificate: serialNumber is a PrintableString.
public struct CertificateSubject: Sendable, Equatable {
    public let country: String
    public let givenName: String
    public let surname: String
    public let civilId: String

    /// Names have 1 to 64 characters: Latin letters, and inside also space, hyphen, apostrophe and full stop;
    /// `civilId` has 1 to 20 digits. Checked when the subject is used.
    public init(country: String = "MN", givenName: String, surname: String, civilId: String) {
        self.country = country
        self.givenName = givenName
        self.surname = surname
        self.civilId = civilId
    }

    /// `PNOMN-<civilId>`: a national personal number (ETSI EN 319 412-1 §5.1.3).
    public var serialNumber: String { "PNO\(country)-\(civilId)" }

    /// Surname before given name, as people write it; cut to the 64 characters that RFC 5280 appendix A allows. The
    /// full names stand in their own attributes.
    public var commonName: String {
        var name = String("\(surname) \(givenName)".unicodeScalars.prefix(64).map(Character.init))
        while name.last == " " { name.removeLast() }
        return name
    }

    /// The Name element `C, SN, GN, CN, serialNumber`. Throws `CERTIFICATE_SUBJECT`.
    func encoded() throws(CryptoError) -> [UInt8] {
        try DistinguishedName.checkCountry(country)
        guard Self.isLatinName(givenName), Self.isLatinName(surname) else {
            throw CryptoError("CERTIFICATE_SUBJECT", "names are 1 to 64 Latin letters")
        }
        guard (1...20).contains(civilId.utf8.count), civilId.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw CryptoError("CERTIFICATE_SUBJECT", "a civil registration number is 1 to 20 digits")
        }
        return DistinguishedName.encode([
            (OID.countryName, DER.printableString(country)),
            (OID.surname, DER.utf8String(surname)),
            (OID.givenName, DER.utf8String(givenName)),
            (OID.commonName, DER.utf8String(commonName)),
            (OID.serialNumber, DER.printableString(serialNumber)),
        ])
    }

    private static func isLatinName(_ name: String) -> Bool {
        let scalars = Array(name.unicodeScalars)
        guard (1...64).contains(scalars.count), let first = scalars.first, let last = scalars.last else { return false }
        return isLatinLetter(first) && (isLatinLetter(last) || last == ".")
            && scalars.allSatisfy { isLatinLetter($0) || " -'.".unicodeScalars.contains($0) }
    }

    /// Basic Latin, Latin-1 and Latin Extended-A and -B, composed, without the signs × and ÷.
    private static func isLatinLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0x24F: scalar.value != 0xD7 && scalar.value != 0xF7
        default: false
        }
    }
}
