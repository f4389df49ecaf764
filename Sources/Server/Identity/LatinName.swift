import Wire

/// A citizen's name in Latin letters, as the certificate will carry it.
public struct LatinName: Sendable, Equatable {
    public let givenName: String
    public let surname: String

    /// Nil unless both parts are valid.
    public init?(givenName: String, surname: String) {
        guard Self.isValid(givenName), Self.isValid(surname) else { return nil }
        self.givenName = givenName
        self.surname = surname
    }

    /// Reads `{"givenName","surname"}`; a part that is not valid is LATIN_NAME_INVALID.
    public init(_ fields: JSONFields) throws(FieldError) {
        givenName = try Self.part(fields, "givenName")
        surname = try Self.part(fields, "surname")
    }

    /// 1 to 64 characters: Latin letters, and between two of them single hyphens or blanks.
    public static func isValid(_ name: String) -> Bool {
        let scalars = Array(name.unicodeScalars)
        guard (1...Limits.latinNameCharacters).contains(scalars.count) else { return false }
        var afterLetter = false
        for scalar in scalars {
            if isLetter(scalar) {
                afterLetter = true
            } else {
                guard afterLetter, scalar == "-" || scalar == " " else { return false }
                afterLetter = false
            }
        }
        return afterLetter
    }

    /// Basic Latin, Latin-1 and Latin Extended-A and -B, composed: the letters that the certificate profile takes.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0x24F: scalar.value != 0xD7 && scalar.value != 0xF7
        default: false
        }
    }

    private static func part(_ fields: JSONFields, _ name: String) throws(FieldError) -> String {
        let text = try fields.string(name)
        guard isValid(text) else {
            throw fields.error(
                name, Code.latinNameInvalid.rawValue,
                expected: "1 to \(Limits.latinNameCharacters) Latin letters with single hyphens or blanks inside")
        }
        return text
    }
}
