import Testing

/// What holds for every source file.
struct SourceTests {
    @Test func thereAreSources() {
        #expect(Repository.sources.count > 100)
        #expect(Repository.documents.count > 4)
        #expect(Repository.scripts.count > 4)
        #expect(Repository.samples.count > 20)
    }

    @Test func filesAreShort() {
        for file in Repository.swift { #expect(file.lines.count <= 701, "\(file.path)") }
    }

    /// Lines of code are the formatter's, which lets a literal be longer and does not look at comments.
    @Test func linesAreShort() {
        var long: [String] = []
        for file in Repository.swift + Repository.scripts + Repository.samples {
            for (index, line) in file.lines.enumerated() where line.count > 120 {
                let isComment = ["//", "#"].contains(where: line.drop(while: { $0 == " " }).hasPrefix)
                if isComment || line.count > 140 { long.append("\(file.path):\(index + 1)") }
            }
        }
        #expect(long.isEmpty)
    }

    @Test func nothingIsForced() {
        let forced = ["try" + "!", "as" + "!"]
        for file in Repository.swift {
            for (number, line) in file.code where forced.contains(where: { line.contains($0) }) {
                Issue.record("\(file.path):\(number): \(line)")
            }
        }
        // The rest of the policy is the formatter's.
        let format = Repository.text(".swift-format")
        #expect(format.contains("\"NeverForceUnwrap\": true"))
        #expect(format.contains("\"NeverUseForceTry\": true"))
    }

    @Test func nothingIsLeftForLater() {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        let all = Repository.swift + Repository.scripts + Repository.samples + Repository.documents + Repository.others
        for file in all {
            for mark in marks { #expect(!file.text.contains(mark), "\(file.path) has \(mark)") }
        }
    }

    /// Within three lines of each `@unchecked Sendable` stands why it is sound.
    @Test func uncheckedIsExplained() {
        for file in Repository.swift {
            let lines = file.lines
            for (index, line) in lines.enumerated() where line.contains("@unchecked " + "Sendable") {
                if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
                let near = lines[max(0, index - 3)...min(lines.count - 1, index + 3)]
                let isExplained = near.contains { line in
                    line.contains("//") && (line.contains("sound") || line.contains("Sound"))
                }
                #expect(isExplained, "\(file.path):\(index + 1)")
            }
        }
    }

    /// Paths of the machine on which something was written.
    @Test func noMachineIsNamed() {
        let folders = ["/ro" + "ot/", "/ho" + "me/", "/wo" + "rk/", "/o" + "pt/swift", "/Us" + "ers/", "/tmp/" + "h/"]
        let all = Repository.swift + Repository.scripts + Repository.samples + Repository.documents + Repository.others
        for file in all {
            for folder in folders { #expect(!file.text.contains(folder), "\(file.path) names \(folder)") }
        }
    }
}
