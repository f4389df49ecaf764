import Wire

/// Where in a provider's answer the parts of a person stand: each a member's name, or a JSON pointer (RFC 6901) when it
/// stands deeper.
public struct ClaimMapping: Sendable, Equatable {
    public var registrationNumber = "registration_number"
    public var civilID = "civil_id"
    public var givenName = "given_name"
    public var surname = "family_name"

    public init() {}

    init(_ environment: Environment) throws(ConfigurationError) {
        registrationNumber = try Self.path(environment, "REGISTRATION_NUMBER") ?? registrationNumber
        civilID = try Self.path(environment, "CIVIL_ID") ?? civilID
        givenName = try Self.path(environment, "GIVEN_NAME") ?? givenName
        surname = try Self.path(environment, "SURNAME") ?? surname
    }

    private static func path(_ environment: Environment, _ name: String) throws(ConfigurationError) -> String? {
        let name = "TAMGA_KYC_OIDC_CLAIM_" + name
        guard let path = environment.text(name) else { return nil }
        // `~` begins one of two escapes (RFC 6901 §3).
        let escapes = path.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
        guard escapes.allSatisfy({ $0.first == "0" || $0.first == "1" }) else {
            throw ConfigurationError("\(name) is neither the name of a claim nor a JSON pointer")
        }
        return path
    }

    /// The person whom the claims name.
    ///
    /// Strict where the value goes into a certificate: a registration number and a civil id of their forms, names in
    /// Mongolian letters with single hyphens or blanks inside, 1 to 64. Blanks around a value are no part of it.
    /// - Throws: `claimMissing`, `claimInvalid`
    func person(_ claims: JSONValue) throws(OIDCFailure) -> KYCPerson {
        let number = try text(registrationNumber, claims)
        guard let parsed = RegistrationNumber(number) else { throw .claimInvalid }
        let civil = try text(civilID, claims)
        guard (1...20).contains(civil.utf8.count), civil.unicodeScalars.allSatisfy(MongolianAlphabet.isDigit) else {
            throw .claimInvalid
        }
        return KYCPerson(
            civilId: civil, registrationNumber: parsed.text, givenName: try name(givenName, claims),
            surname: try name(surname, claims))
    }

    private func name(_ path: String, _ claims: JSONValue) throws(OIDCFailure) -> String {
        let text = try text(path, claims)
        guard (1...Limits.latinNameCharacters).contains(text.unicodeScalars.count) else { throw .claimInvalid }
        var afterLetter = false
        for scalar in text.unicodeScalars {
            if MongolianAlphabet.isCapital(MongolianAlphabet.upperCase(scalar)) {
                afterLetter = true
            } else {
                guard afterLetter, scalar == "-" || scalar == " " else { throw .claimInvalid }
                afterLetter = false
            }
        }
        guard afterLetter else { throw .claimInvalid }
        return text
    }

    /// A text, or a whole number as its digits: some providers write identifiers as numbers.
    private func text(_ path: String, _ claims: JSONValue) throws(OIDCFailure) -> String {
        switch Self.value(at: path, in: claims) {
        case nil, .null: throw .claimMissing
        case .string(let text): return String(text[...].trimmingBlanks())
        case .number(let number):
            guard let value = number.int64 else { throw .claimInvalid }
            return String(value)
        default: throw .claimInvalid
        }
    }

    static func value(at path: String, in claims: JSONValue) -> JSONValue? {
        guard path.hasPrefix("/") else { return claims[path] }
        var value = claims
        for step in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let name = String(step.replacing("~1", with: "/").replacing("~0", with: "~"))
            let next: JSONValue?
            if let array = value.array {
                // An index has no sign and no leading zero (RFC 6901 §4).
                let index = Int(name).flatMap { String($0) == name && array.indices.contains($0) ? $0 : nil }
                next = index.map { array[$0] }
            } else {
                next = value[name]
            }
            guard let next else { return nil }
            value = next
        }
        return value
    }
}
