import Foundation
import Testing

/// A code that nothing answers is a promise to clients that nobody keeps.
struct CodeUseTests {
    private static let set = "Sources/Server/API/Code.swift"

    /// By its case, or by its text where another layer has thrown it.
    @Test func everyCodeIsAnsweredSomewhere() throws {
        let all = try Regex("case (\\w+) = \"([A-Z0-9_]+)\"", as: (Substring, Substring, Substring).self)
        let codes = Repository.text(Self.set).matches(of: all).map { (name: $0.output.1, text: $0.output.2) }
        #expect(codes.count > 250)
        var words: Set<Substring> = []
        for file in Repository.sources where file.path != Self.set && !file.path.contains("/CodeTable") {
            for line in file.code {
                words.formUnion(line.text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") })
            }
        }
        let members = Set(words.flatMap { $0.split(separator: ".").dropFirst($0.hasPrefix(".") ? 0 : 1) })
        for code in codes where !members.contains(code.name) && !words.contains(code.text) {
            Issue.record("nothing answers \(code.text)")
        }
    }
}
