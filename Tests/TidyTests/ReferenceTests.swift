import Testing

/// The source cites specifications that are not in the repository; docs/references.md says where their content stands.
struct ReferenceTests {
    private static let names = ["threshold-ecdsa", "wire appendix", "mobile-api", "rp-api"]

    @Test func everyCitedClauseHasARow() {
        let rows = Self.rows
        for name in Self.names { #expect(rows[name]?.isEmpty == false, "no table for \(name)") }
        var count = 0
        for file in Repository.swift where file.target != "TidyTests" {
            for (number, line) in file.lines.enumerated() where Self.mayCite(line) {
                for (name, clause) in Self.citations(in: line) {
                    count += 1
                    let isKnown = rows[name]?.contains { clause == $0 || clause.hasPrefix($0 + ".") } ?? false
                    #expect(isKnown, "\(file.path):\(number + 1): docs/references.md lacks \(name) \(clause)")
                }
            }
        }
        #expect(count > 100)
    }

    /// Other documents that somebody works from are no reference for a reader.
    @Test func onlyNamedDocumentsAreCited() {
        for file in Repository.swift where file.target != "TidyTests" {
            for (number, line) in file.lines.enumerated() where line.contains(".md") {
                for word in line.split(whereSeparator: { " `(),;:\"/".contains($0) }) where word.contains(".md") {
                    let name = word.prefix { $0 != "." }
                    let isKnown =
                        Self.names.contains { $0.split(separator: " ").joined(separator: "-") == name }
                        || Repository.documents.contains { $0.path.split(separator: "/").last == name + ".md" }
                    #expect(isKnown, "\(file.path):\(number + 1) cites \(word)")
                }
            }
        }
    }

    /// The first column of the table under each heading.
    private static var rows: [String: Set<String>] {
        var rows: [String: Set<String>] = [:], name = ""
        for line in Repository.text("docs/references.md").split(separator: "\n") {
            if line.hasPrefix("## ") { name = line.dropFirst(3).filter { $0 != "`" } }
            guard line.hasPrefix("| "), let cell = line.dropFirst(2).split(separator: " ").first else { continue }
            rows[name, default: []].insert(String(cell))
        }
        return rows
    }

    /// Comments, and what a vector says of itself; the look at every line would take seconds.
    private static func mayCite(_ line: Substring) -> Bool {
        line.drop(while: { $0 == " " }).hasPrefix("//") || line.utf8.contains(0xC2)
    }

    /// The clauses that follow a name on its line, up to the next name.
    private static func citations(in line: Substring) -> [(name: String, clause: String)] {
        var found: [(String, String)] = []
        let text = line.replacing("wire-appendix", with: "wire appendix").replacing(".md", with: "")
        for name in names {
            for range in text.ranges(of: name) {
                var rest = text[range.upperBound...]
                if let next = names.compactMap({ rest.firstRange(of: $0)?.lowerBound }).min() { rest = rest[..<next] }
                for match in rest.matches(of: /§[0-9]+(\.[0-9]+)?|\b[A-F]\.?[0-9]+\b/) {
                    found.append((name, String(match.output.0)))
                }
            }
        }
        return found
    }
}
