import Crypto
import Foundation
import Testing

@testable import Server

/// What the documents say is what the code does.
struct DocumentTests {
    @Test func everySettingIsDocumented() {
        let text = Repository.text("docs/operations.md")
        for name in ServerConfiguration.names + ["DATABASE_URL", "SMARTID_REQUIRE_ATTESTATION"] {
            #expect(text.contains("`\(name)`"), "docs/operations.md does not name \(name)")
        }
    }

    /// A setting that a document or a container file names exists.
    @Test func everyDocumentedSettingExists() {
        let known = Set(
            ServerConfiguration.names + [
                "TAMGA_PG_DIR", "TAMGA_PG_OPTIONS", "TAMGA_TEST_DATABASE_URL", "TAMGA_DEMO_BINARY",
            ])
        for file in Repository.documents + Repository.others {
            for name in Self.settings(in: file.text) { #expect(known.contains(name), "\(file.path) names \(name)") }
        }
    }

    private static func settings(in text: String) -> Set<String> {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return Set(words.filter { $0.hasPrefix("TAMGA_") && $0.count > 6 && !$0.hasSuffix("_") }.map(String.init))
    }

    /// `TIDY_WRITE=1 swift test --filter errorTable` writes the file anew.
    @Test func errorTableIsThatOfTheCode() throws {
        let expected = Self.errorPage
        if ProcessInfo.processInfo.environment["TIDY_WRITE"] == "1" {
            try expected.write(
                to: Repository.root.appendingPathComponent("docs/errors.md"), atomically: true, encoding: .utf8)
        }
        let isCurrent = Repository.text("docs/errors.md") == expected
        #expect(isCurrent, "docs/errors.md is not what TIDY_WRITE=1 writes")
    }

    private static var errorPage: String {
        let names = [
            "Requests", "State of the service", "Access", "Attestation", "Checks of an attestation",
            "Checks of an Android attestation", "Identity and devices", "Enrolment", "Key refresh",
            "Proofs and encodings", "Signing", "Pairing", "Sessions",
        ]
        var page = """
            # Error codes

            Every error of every endpoint has one body:

            ```json
            {"type": "about:blank", "title": "Bad Request", "status": 400, "detail": "A required field is missing.",
             "instance": "urn:uuid:…", "error": "A required field is missing.", "code": "FIELD_MISSING",
             "errors": [{"code": "FIELD_MISSING", "detail": "…", "pointer": "/interactions"}]}
            ```

            `code` is stable and is what a program branches on. `detail` and `error` are the same text for people, in
            Mongolian or English by `Accept-Language`. `instance` holds the id of the request, which is also in the log.
            `errors` says which member was wrong (a JSON pointer) and what was expected; it may be empty. The media type
            is `application/json`, or `application/problem+json` when `Accept` names it. 429, 503 and some answers with
            409 carry `Retry-After`.

            Some codes belong to functions that this version does not have (PDF).

            This page is written from the table in `Sources/Server/API` by
            `TIDY_WRITE=1 swift test --filter errorTableIsThatOfTheCode`; a test compares the two.

            """
        for (name, rows) in zip(names, CodeTable.topics) {
            page += "\n## \(name)\n\n| Code | Status | Meaning |\n| --- | --- | --- |\n"
            for row in rows { page += "| `\(row.code.rawValue)` | \(row.status) | \(row.en) |\n" }
        }
        return page
    }

    @Test func everyCodeIsInTheErrorTable() {
        let page = Repository.text("docs/errors.md")
        let missing = Code.allCases.filter { !page.contains("| `\($0.rawValue)` | \($0.status) |") }
        #expect(missing.isEmpty)
    }

    @Test func everyRefusalOfAnAttestationIsDocumented() {
        let page = Repository.text("docs/attestation.md")
        let missing = AttestationError.allCases.filter { !page.contains("`\($0.rawValue)`") }
        #expect(missing.isEmpty, "docs/attestation.md lacks \(missing)")
    }

    /// Paths in the documents exist.
    @Test func namedFilesExist() {
        let folders = ["Sources/", "Tests/", "scripts/", "docs/", "migrations/", "golden-vectors/", ".ci/", "samples/"]
        for file in Repository.documents {
            for name in Self.codeWords(file.text) where folders.contains(where: name.hasPrefix) {
                let path = name.prefix { !" <*{…".contains($0) }
                guard path.count == name.count || path.last == "/" || name.dropFirst(path.count).hasPrefix(" ") else {
                    continue
                }
                #expect(Repository.exists(String(path)), "\(file.path) names \(name)")
            }
            for path in Self.links(file.text) where !path.contains("://") && !path.hasPrefix("#") {
                let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
                let full = folder.isEmpty ? path : "\(folder)/\(path)"
                #expect(Repository.exists(String(full.prefix { $0 != "#" })), "\(file.path) links \(path)")
            }
        }
    }

    /// What stands between backquotes on one line.
    private static func codeWords(_ text: String) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
    }

    /// Targets of `[text](target)`.
    private static func links(_ text: String) -> [String] {
        text.components(separatedBy: "](").dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: ")") else { return nil }
            return String(rest[..<end])
        }
    }

    @Test func theReadmeNamesWhatANewcomerNeeds() {
        let text = Repository.text("README.md")
        for name in ["scripts/demo", "scripts/test", "docs/integration.md", "docs/operations.md", "docs/errors.md"] {
            #expect(text.contains(name), "README.md does not name \(name)")
        }
        for target in Set(Repository.sources.map(\.target)) {
            #expect(text.contains("\(target)/"), "README.md's map lacks \(target)")
        }
    }

    @Test func theMapNamesEveryFolder() {
        let text = Repository.text("docs/architecture.md")
        let folders = Set(
            Repository.sources.map { file in
                file.path.split(separator: "/").dropLast().prefix(3).dropFirst().joined(separator: "/")
            })
        #expect(folders.count > 40)
        let missing = folders.filter { !text.contains("`\($0)`") }.sorted()
        #expect(missing.isEmpty, "docs/architecture.md's map lacks \(missing)")
    }

    /// Every end of a session has a text for the citizen.
    @Test func everyEndResultIsDocumented() {
        let text = Repository.text("docs/integration.md")
        let others = ["OK", "TIMEOUT", "DOCUMENT_UNUSABLE", "PROTOCOL_FAILURE", "SERVER_ERROR"]
        for result in RefusalReason.allCases.map(\.rawValue) + others {
            #expect(text.contains("\n| `\(result)` |"), "docs/integration.md does not name \(result)")
        }
    }

    /// Commands and options are read out of the source of the command line.
    @Test func everyCommandAndOptionIsDocumented() {
        let text = Repository.text("docs/operations.md")
        let files = Repository.sources.filter { $0.target == "tamga" || $0.path.hasSuffix("/PhoneCommand.swift") }
        var names: Set<String> = []
        for file in files {
            for line in file.lines where line.contains("case \"") && line.contains("try ") {
                names.formUnion(Self.quoted(line).filter { !$0.hasPrefix("-") })
            }
            for list in ["valued: [", "flags: [", "valued: Set<String> = ["] {
                for range in file.text.ranges(of: list) {
                    names.formUnion(Self.quoted(file.text[range.upperBound...].prefix { $0 != "]" }).map { "--" + $0 })
                }
            }
        }
        #expect(names.isSuperset(of: ["serve", "rp", "add", "--suites", "--confirm-vc", "approve"]))
        let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
        let missing = names.subtracting(words).subtracting(["enroll"]).sorted()
        #expect(missing.isEmpty, "docs/operations.md lacks \(missing)")
    }

    private static func quoted(_ text: Substring) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    @Test func scriptsAreExecutable() {
        let ends = [".sh", ".py", ".txt", ".c", ".swift"]
        for file in Repository.scripts where !ends.contains(where: file.path.hasSuffix) {
            #expect(Repository.isExecutable(file.path), "\(file.path)")
            #expect(file.text.hasPrefix("#!/"), "\(file.path)")
            if file.lines.first?.contains("bash") == true {
                #expect(file.text.contains("set -euo pipefail"), "\(file.path)")
            }
        }
    }
}
