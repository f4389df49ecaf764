import Crypto
import Wire

/// Vectors in plain words.
enum VectorDescription {
    static func show(_ source: VectorFile.Source, _ output: (String) -> Void) throws(CryptoError) {
        let file = try VectorFile(source)
        let header = try VectorFile.read(source.paths[0])
        output("\(file.name): family \(file.family.name)")
        output("  \(file.family.explanation)")
        if let origin = header["origin"]?.string { output("  Origin: \(origin)") }
        if let specification = header["specification"]?.string { output("  Specification: \(specification)") }
        if !file.seed.isEmpty { output("  Public seed: \"\(file.seed)\". Never use these values for keys.") }
        let valid = file.vectors.filter(\.isValid), invalid = file.vectors.filter { !$0.isValid }
        if !valid.isEmpty {
            output("  Valid: everything is recomputed from the secrets, compared, and verified as the other party.")
            for item in valid { output("    " + describe(valid: item)) }
        }
        if !invalid.isEmpty {
            output("  Invalid: the named change is made to the valid vector; the receiver must refuse with that code.")
            for item in invalid { output("    " + describe(invalid: item)) }
        }
    }

    private static func describe(valid item: VectorFile.Item) -> String {
        var out = item.id
        if let comment = item.value["comment"]?.string, !comment.isEmpty { out += ": \(comment)" }
        if let suite = item.value["suite"]?.int64 { out += ", suite \(suite)" }
        if let slot = item.value["context"]?["slot"]?.string, let scheme = item.value["context"]?["scheme"]?.string {
            out += ", the \(slot) key signs \(scheme)"
        }
        if let slots = item.value["K1"]?["slots"]?.array {
            out += ", slots " + slots.compactMap { $0["slot"]?.string }.joined(separator: " and ")
        }
        let members = item.value.object?.members.map(\.name).filter { $0 != "id" && $0 != "comment" } ?? []
        return out + " (" + members.joined(separator: ", ") + ")"
    }

    private static func describe(invalid item: VectorFile.Item) -> String {
        let value = item.value
        var out = "\(item.id): "
        if let comment = value["comment"]?.string { out += "\(comment). " }
        if let base = value["base"]?.string {
            let places = (value["change"]?.array ?? []).map(describe(change:))
            out += "From \(base)" + (places.isEmpty ? "" : " with " + places.joined(separator: ", ")) + ". "
        }
        for member in value["state"]?.object?.members ?? [] { out += "The receiver's \(member.name) is given. " }
        if let step = value["step"]?.string ?? value["check"]?.string { out += "Step \(step) " } else { out += "It " }
        return out + "answers \(value["expect"]?.string ?? "?")."
    }

    private static func describe(change: JSONValue) -> String {
        let path = change["path"]?.string ?? "?"
        guard let offset = change["offset"]?.int64 else { return "\(path) replaced" }
        let remove = change["remove"]?.int64 ?? 0, insert = (change["insert"]?.string?.utf8.count ?? 0) / 2
        return "\(path) at byte \(offset): \(remove) out, \(insert) in"
    }
}
