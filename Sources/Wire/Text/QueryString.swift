/// The parameters of a query, decoded. Parts are separated by `&`; `+` is a plus sign, not a space.
public struct QueryString: Sendable {
    /// Name and value of every part in order; a part without `=` has the empty value.
    public let parameters: [(name: String, value: String)]

    /// Nil when any part is not strictly percent-encoded UTF-8. A nil or empty query has no parameters.
    public init?(_ rawQuery: String?) {
        var parameters: [(name: String, value: String)] = []
        for part in (rawQuery ?? "").utf8.split(separator: 0x26) {
            let halves = part.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = halves.first, let name = PercentCoding.decode(Substring(first)) else { return nil }
            guard let value = PercentCoding.decode(halves.count > 1 ? Substring(halves[1]) : "") else { return nil }
            parameters.append((name, value))
        }
        self.parameters = parameters
    }

    /// The first value of that name; names compare by bytes.
    public subscript(_ name: String) -> String? {
        parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
