import Wire

/// Texts about organisations, which citizens and relying parties are shown.
enum OrganisationText {
    static func required(_ body: JSONFields, _ name: String, _ count: Int) throws(FieldError) -> String {
        let text = try body.string(name, characters: 1...count)
        guard DisplayText.isValid(text) else { throw body.error(name, expected: DisplayText.rule) }
        return text
    }

    static func optional(_ body: JSONFields, _ name: String, _ count: Int) throws(FieldError) -> String? {
        guard body.optional(name) != nil else { return nil }
        return try required(body, name, count)
    }

    /// Printable ASCII with a letter in it.
    static func latin(_ body: JSONFields, _ name: String) throws(FieldError) -> String? {
        guard let text = try optional(body, name, Limits.organisationNameCharacters) else { return nil }
        let isLatin = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard isLatin, text.contains(where: \.isLetter) else {
            throw body.error(name, expected: "Latin letters, digits and signs of ASCII")
        }
        return text
    }
}
