import Foundation
import Testing

@testable import Server

/// docs/threat-model.md is whole: every row of the attack table, and everything that it names.
struct ThreatModelTests {
    private static let path = "docs/threat-model.md"

    /// The cells of each row that begins with a number.
    private static let rows: [(number: Int, cells: [String])] = Repository.text(path).split(separator: "\n")
        .compactMap { line in
            guard line.hasPrefix("| ") else { return nil }
            let cells = line.dropFirst().dropLast().components(separatedBy: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard let number = Int(cells[0]) else { return nil }
            return (number, cells)
        }

    private static func codeWords(_ text: String) -> [String] {
        text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    @Test func everyAttackHasItsRow() {
        #expect(Self.rows.map(\.number) == Array(1...55))
        for (number, cells) in Self.rows {
            #expect(cells.count == 6, "row \(number)")
            guard cells.count == 6 else { continue }
            #expect(!cells[1].isEmpty, "row \(number) names no attack")
            // A row without a test says why.
            #expect(!cells[4].isEmpty || !cells[5].isEmpty, "row \(number) has neither a test nor a reason")
            #expect(!cells[2].isEmpty || !cells[5].isEmpty, "row \(number) has neither a check nor a reason")
        }
    }

    @Test func everyNamedFileExists() {
        for (number, cells) in Self.rows {
            for name in Self.codeWords(cells[2]) where name.contains("/") {
                #expect(Repository.exists(name), "row \(number) names \(name)")
            }
        }
    }

    @Test func everyNamedCodeExists() {
        let codes = Set(Code.allCases.map(\.rawValue))
        let thrown = Repository.sources.filter { $0.target == "Crypto" }.map(\.text).joined()
        for (number, cells) in Self.rows {
            for name in Self.codeWords(cells[3]) {
                let isThrown = thrown.contains("\"\(name)\"")
                #expect(codes.contains(name) || isThrown, "row \(number) names \(name)")
            }
        }
    }

    @Test func everyNamedTestExists() {
        var known: Set<String> = []
        for file in Repository.swift where file.path.hasPrefix("Tests/") {
            let suites = Self.declared("struct", in: file.text)
            for name in Self.declared("func", in: file.text) {
                for suite in suites { known.insert("\(suite).\(name)") }
            }
        }
        for (number, cells) in Self.rows {
            for name in Self.codeWords(cells[4]) { #expect(known.contains(name), "row \(number) names \(name)") }
        }
    }

    /// The names behind a keyword.
    private static func declared(_ keyword: String, in text: String) -> [String] {
        text.components(separatedBy: keyword + " ").dropFirst().map { rest in
            String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }
}
