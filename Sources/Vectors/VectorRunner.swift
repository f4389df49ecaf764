import Crypto
import Wire

/// Runs vectors by the rules of golden-vectors/README.md.
public enum VectorRunner {
    /// Everything below a folder, or one file.
    /// - Returns: the verdict; a file that cannot be read is a failure of its own
    public static func run(directory: String) -> VectorReport {
        var report = VectorReport()
        for source in VectorFile.find(in: directory) { run(source, into: &report) }
        return report
    }

    static func run(_ source: VectorFile.Source, into report: inout VectorReport) {
        do {
            let file = try VectorFile(source)
            let failures = check(file, item: { _ in true })
            report.add(file: source.name, count: file.vectors.count, failures: failures)
        } catch {
            report.add(
                file: source.name, count: 1,
                failures: [.init(file: source.name, id: "-", reasons: [error.description])])
        }
    }

    /// Those of the wanted vectors that do not behave as they say.
    static func check(_ file: VectorFile, item isWanted: (VectorFile.Item) -> Bool) -> [VectorReport.Failure] {
        // A parent passes a step once, however many invalid vectors were made from it.
        var passed: Set<String> = []
        var failures: [VectorReport.Failure] = []
        for item in file.vectors where isWanted(item) {
            let reasons =
                item.isValid
                ? reasonsAgainst(valid: item.value, file) : reasonsAgainst(invalid: item.value, file, &passed)
            if !reasons.isEmpty { failures.append(.init(file: file.name, id: item.id, reasons: reasons)) }
        }
        return failures
    }

    /// The invalid vectors that expect one code, below a folder.
    /// - Returns: how many there are, and `file id` of each that is answered by something else
    public static func expecting(_ code: String, directory: String) throws(CryptoError) -> (count: Int, wrong: [String])
    {
        var count = 0, wrong: [String] = []
        for source in VectorFile.find(in: directory) {
            let file = try VectorFile(source)
            let failures = check(file) { item in
                let isWanted = !item.isValid && item.value["expect"]?.string == code
                if isWanted { count += 1 }
                return isWanted
            }
            wrong += failures.map { $0.file + " " + $0.id }
        }
        return (count, wrong)
    }

    // MARK: Valid

    /// Differences of a valid vector from what is recomputed; empty when it is right.
    static func reasonsAgainst(valid value: JSONValue, _ file: VectorFile) -> [String] {
        let node = VectorNode(value)
        do { try file.family.recompute(node, seed: file.seed) } catch {
            return node.trace.differences + [error.description]
        }
        return node.trace.differences + node.trace.unread(in: value).map { "\($0) is read by no check" }
    }

    // MARK: Invalid

    private static func reasonsAgainst(
        invalid value: JSONValue, _ file: VectorFile, _ passed: inout Set<String>
    ) -> [String] {
        do {
            guard let expected = value["expect"]?.string else { return ["no expected code"] }
            let step = value["step"]?.string ?? value["check"]?.string ?? ""
            let child = try child(of: value, step: step, file, &passed)
            let code = code(of: child, step: step, file)
            return code == expected ? [] : ["expected \(expected), got \(code ?? "no refusal")"]
        } catch { return [error.description] }
    }

    /// The damaged vector: its parent with the changes made, after the parent has passed the same step.
    private static func child(
        of value: JSONValue, step: String, _ file: VectorFile, _ passed: inout Set<String>
    ) throws(CryptoError) -> JSONValue {
        guard let base = value["base"]?.string else {
            guard !file.demandsParents else { throw CryptoError("VECTOR_FORMAT", "names no valid vector") }
            return value
        }
        guard let parent = file.parents[base] else { throw CryptoError("VECTOR_FORMAT", "no valid vector \(base)") }
        if !passed.contains(step + " " + base) {
            if let code = code(of: parent, step: step, file) {
                throw CryptoError(code, "the valid vector \(base) itself is refused")
            }
            passed.insert(step + " " + base)
        }
        let state = value["state"]?.object?.members ?? []
        let changes = value["change"]?.array ?? []
        guard !changes.isEmpty || !state.isEmpty || !file.demandsParents else {
            throw CryptoError("VECTOR_FORMAT", "names no changed position")
        }
        guard var child = try VectorChange.apply(changes, to: parent).object else {
            throw CryptoError("VECTOR_FORMAT", "not an object")
        }
        // What the receiver knows beside the messages, such as the N it has seen.
        for member in state { child[member.name] = member.value }
        try compareOwnMembers(of: value, with: child)
        return .object(child)
    }

    /// A vector that also spells its members out must spell out what the changes make of its parent.
    private static func compareOwnMembers(of value: JSONValue, with child: JSONObject) throws(CryptoError) {
        let describing: Set<String> = ["id", "comment", "origin", "base", "change", "expect", "step", "check", "state"]
        for member in value.object?.members ?? [] where !describing.contains(member.name) {
            guard child[member.name] == member.value else {
                throw CryptoError("VECTOR_CHANGE", "/\(member.name) is not what the changes make of it")
            }
        }
    }

    private static func code(of value: JSONValue, step: String, _ file: VectorFile) -> String? {
        do {
            try file.family.receive(VectorNode(value), step: step)
            return nil
        } catch { return error.code }
    }
}
