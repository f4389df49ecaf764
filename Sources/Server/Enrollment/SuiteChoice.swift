import Crypto

/// Which suites new keys may have: an operator's choice (`TAMGA_SUITES`). Existing keys keep theirs until a refresh.
public struct SuiteChoice: Sendable, Equatable {
    /// In the operator's order: the first is the one that phones are told to take.
    let numbers: [UInt64]

    static let all = SuiteChoice(numbers: [1, 2])

    /// - Returns: nil unless the text is a list of distinct suites, separated by commas
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt64(String($0).filter { $0 != " " }) }
        guard !numbers.isEmpty, numbers.count == parts.count, Set(numbers).count == numbers.count,
            numbers.allSatisfy({ (try? Suite(number: $0)) != nil })
        else { return nil }
        self.numbers = numbers
    }

    private init(numbers: [UInt64]) { self.numbers = numbers }

    func isAllowed(_ suite: Suite) -> Bool { holds("SUITE_ALLOWED", numbers.contains(suite.number)) }

    var recommended: UInt64 { numbers.first ?? 1 }
}
