import Foundation

/// The files of this repository as text.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A file with its path from the root.
    struct File: Sendable {
        let path: String
        let text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// The first folder after `Sources/` or `Tests/`.
        var target: String {
            let parts = path.split(separator: "/")
            return parts.count > 1 ? String(parts[1]) : ""
        }

        /// Lines that are no comment, with their numbers.
        var code: [(number: Int, text: Substring)] {
            lines.enumerated().filter { !$0.element.drop(while: { $0 == " " }).hasPrefix("//") }
                .map { ($0.offset + 1, $0.element) }
        }
    }

    static let swift = files(under: ["Sources", "Tests"]) { $0.hasSuffix(".swift") }
    static let sources = swift.filter { $0.path.hasPrefix("Sources/") }
    static let documents =
        files(under: ["docs", "samples"]) { $0.hasSuffix(".md") }
        + ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].compactMap(file)
    static let scripts = files(under: ["scripts", ".ci"]) { !$0.hasSuffix(".md") }
    /// Programs for relying parties, in their languages.
    static let samples = files(under: ["samples"]) { name in
        [".py", ".ts", ".go", ".java", ".php"].contains(where: name.hasSuffix) || name.hasSuffix("testdata/record")
    }
    static let others = [
        "Dockerfile", ".dockerignore", "compose.yaml", "Package.swift", ".gitignore", ".swift-format",
    ].compactMap(file)

    static func file(_ path: String) -> File? {
        guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else { return nil }
        return File(path: path, text: text)
    }

    /// The text of a file that has to exist; empty, and so failing whatever is asked of it, when it does not.
    static func text(_ path: String) -> String { file(path)?.text ?? "" }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: root.appendingPathComponent(path).path)
    }

    private static func files(under folders: [String], where isWanted: (String) -> Bool) -> [File] {
        folders.flatMap { folder -> [File] in
            let base = root.appendingPathComponent(folder).path
            let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
            return names.filter(isWanted).sorted().compactMap { file("\(folder)/\($0)") }
        }
    }
}
