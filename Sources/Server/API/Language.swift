/// The languages of public texts.
public enum Language: String, Sendable, CaseIterable {
    case en
    case mn

    /// Chooses by `Accept-Language` (RFC 9110, 12.5.4): Mongolian when it is asked for with a weight that is higher
    /// than English's, or equal and named first; English otherwise.
    public init(acceptLanguage: String?) {
        var best = (language: Language.en, weight: 0)
        // Read on the event loop: no more of it than any client means.
        for range in (acceptLanguage ?? "").utf8.prefix(512).split(separator: 0x2C, maxSplits: 16).prefix(16)
            .map({ Substring($0) })
        {
            let parts = range.split(separator: ";", maxSplits: 1)
            guard let tag = parts.first else { continue }
            let primary = tag.trimmingBlanks().lowercased().split(separator: "-").first.map(String.init) ?? ""
            let language: Language? = primary == "*" ? .en : Language(rawValue: primary)
            guard let language else { continue }
            let weight = parts.count > 1 ? Self.weight(parts[1]) : 1_000
            if weight > best.weight { best = (language, weight) }
        }
        self = best.language
    }

    /// `q=0.8` in thousandths; anything malformed weighs nothing.
    static func weight(_ parameter: Substring) -> Int {
        let text = parameter.trimmingBlanks().lowercased()
        guard text.hasPrefix("q=") else { return 0 }
        let digits = text.dropFirst(2).utf8
        guard let first = digits.first, first == 0x30 || first == 0x31, digits.count <= 5 else { return 0 }
        let rest = digits.dropFirst()
        guard rest.isEmpty || rest.first == 0x2E else { return 0 }
        var value = first == 0x31 ? 1_000 : 0
        var unit = 100
        for digit in rest.dropFirst() {
            guard digit >= 0x30 && digit <= 0x39 else { return 0 }
            value += Int(digit - 0x30) * unit
            unit /= 10
        }
        return min(value, 1_000)
    }
}

extension Substring {
    /// Without the blanks and tabs at both ends.
    func trimmingBlanks() -> Substring {
        var text = self
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }
}
