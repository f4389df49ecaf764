import Wire

/// `NTRMN-` and a register number (rp-api.md §1), or the number alone.
struct OrganisationIdentifier: Sendable, Equatable {
    static let prefix = "NTRMN-"
    /// What is expected, for error texts.
    static let rule = "NTRMN- and a register number: 1 to 32 digits and Latin letters"

    /// 1 to 32 digits and capitals.
    let register: String

    /// Blanks around it are dropped; prefix and letters may be of either case. Nil for anything else.
    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var rest = Substring(text).trimmingBlanks().uppercased()
        if rest.hasPrefix(Self.prefix) { rest = String(rest.dropFirst(Self.prefix.count)) }
        let isNumber = rest.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        guard (1...32).contains(rest.utf8.count), isNumber else { return nil }
        register = rest
    }

    /// A segment of a path. What cannot be a number is nobody's.
    /// - Throws: ORG_NOT_FOUND
    init(path segment: String) throws(ServiceError) {
        guard let found = OrganisationIdentifier(segment) else { throw ServiceError(.orgNotFound) }
        self = found
    }

    /// A member of a body, which must have the prefix.
    init(onBehalfOf body: JSONFields) throws(FieldError) {
        let text = try body.string("onBehalfOf", maxCharacters: 64)
        guard text.utf8.starts(with: Self.prefix.utf8), let found = OrganisationIdentifier(text) else {
            throw body.error("onBehalfOf", expected: Self.rule)
        }
        self = found
    }

    var etsi: String { Self.prefix + register }
}
