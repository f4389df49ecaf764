import Wire

/// One of the ways to ask that a relying party offers, in its order of preference.
public struct Interaction: Sendable, Equatable {
    public let type: InteractionType
    public let displayText: String

    /// The first that the phone supports; nil when there is none.
    /// - Parameter text: the session's Base64 text of a JSON array; types that nobody knows are passed over
    /// - Throws: `INTERACTIONS_ENCODING`
    static func choose(
        from text: String, supported: [InteractionType]
    ) throws(PhoneError) -> Interaction? {
        guard let bytes = Base64.decode(text), let items = (try? JSONParser.parse(bytes))?.array else {
            throw .check(code: "INTERACTIONS_ENCODING", reason: "not Base64 of a JSON array")
        }
        for item in items {
            guard let type = item["type"]?.string.flatMap(InteractionType.init), supported.contains(type) else {
                continue
            }
            return Interaction(type: type, displayText: item[type.textMember]?.string ?? "")
        }
        return nil
    }
}
