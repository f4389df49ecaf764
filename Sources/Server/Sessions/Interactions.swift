import Wire

/// What the relying party wants the citizen to read, in its order of preference.
///
/// The Base64 text is kept exactly as it came, because its hash is signed (rp-api.md §5.1, field 8). The decoded copy
/// serves checks and display only; nothing is ever written back from it.
public struct Interactions: Sendable, Equatable {
    public struct Item: Sendable, Equatable {
        public let type: InteractionType
        public let displayText: String
    }

    public let text: String
    public let items: [Item]

    /// Reads a request's member: canonical Base64 of a strict JSON array of one to three objects, no type twice, each
    /// with the text of its type. Unknown members of the objects are ignored.
    public init(_ element: JSONElement) throws(FieldError) {
        text = try element.string()
        let bytes = try element.base64(max: Limits.interactionsBytes)
        let decoded: JSONValue
        do throws(JSONError) { decoded = try JSONParser.parse(bytes) } catch {
            throw element.error(expected: "Base64 of a JSON array; at byte \(error.offset): \(error.reason.rawValue)")
        }
        do throws(FieldError) {
            items = try Self.items(decoded)
        } catch {
            // The pointer names a member of the request; the place inside the text goes into the sentence.
            throw element.error(error.code, expected: "\(error.expected) (at \(error.pointer) of the decoded array)")
        }
    }

    /// The items of a stored text; nil when it is none that this server would have accepted.
    public static func items(of text: String) -> [Item]? {
        guard let bytes = Base64.decode(text), let decoded = try? JSONParser.parse(bytes) else { return nil }
        return try? items(decoded)
    }

    /// The text that the citizen saw or will see: that of the interaction used, else of the first.
    public static func displayText(of text: String, used: String?) -> String? {
        guard let items = items(of: text) else { return nil }
        return (items.first { $0.type.rawValue == used } ?? items.first)?.displayText
    }

    private static func items(_ decoded: JSONValue) throws(FieldError) -> [Item] {
        var items: [Item] = []
        for element in try JSONElement(decoded).array(count: 1...InteractionType.allCases.count) {
            let fields = try element.object()
            let name = try fields.oneOf("type", InteractionType.allCases.map(\.rawValue))
            guard let type = InteractionType(rawValue: name) else { throw fields.error("type", expected: "a type") }
            guard !items.contains(where: { $0.type == type }) else {
                throw fields.error("type", expected: "no type twice")
            }
            let displayText = try fields.string(type.textMember, characters: type.characters)
            guard DisplayText.isValid(displayText, allowsLines: type.allowsLines) else {
                throw fields.error(type.textMember, expected: DisplayText.rule)
            }
            items.append(Item(type: type, displayText: displayText))
        }
        return items
    }
}
