import Wire

/// Somebody whom the state's register names with an organisation.
struct Affiliate: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        case ceo = "CEO"
        case founder = "FOUNDER"
        case stakeholder = "STAKEHOLDER"
    }

    let registrationNumber: String
    let role: String?
    let kind: Kind?

    init(_ body: JSONFields) throws(FieldError) {
        registrationNumber = try Self.person(body, "regNo")
        role = try OrganisationText.optional(body, "role", Limits.roleCharacters)
        kind = try body.optionalOneOf("kind", Kind.allCases.map(\.rawValue)).flatMap { Kind(rawValue: $0) }
    }

    /// A register number or a civil id.
    static func person(_ body: JSONFields, _ name: String) throws(FieldError) -> String {
        let text = try body.string(name, maxCharacters: 64)
        guard let identifier = try? PersonIdentifier(path: text) else {
            throw body.error(name, expected: "a register number")
        }
        return identifier.text
    }
}
