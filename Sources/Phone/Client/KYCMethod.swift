import Wire

/// A way to prove who the citizen is (mobile-api §3).
public struct KYCMethod: Sendable, Equatable {
    public let id: String
    /// The name in Mongolian and in English.
    public let name: (mn: String, en: String)
    public let available: Bool

    init(_ fields: JSONFields) throws(FieldError) {
        id = try fields.string("id", maxCharacters: 64)
        let names = try fields.optionalObject("name")
        name = (try names?.optionalString("mn") ?? id, try names?.optionalString("en") ?? id)
        available = try fields.optionalBool("available") ?? true
    }

    public static func == (a: KYCMethod, b: KYCMethod) -> Bool {
        a.id == b.id && a.name == b.name && a.available == b.available
    }
}
