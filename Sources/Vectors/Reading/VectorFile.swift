import Crypto
import Wire

/// One family's vectors as they stand in the files of a folder.
struct VectorFile {
    /// Where the vectors of a family lie.
    struct Source {
        /// The path below the folder of all vectors.
        let name: String
        /// The files of a folder, valid.json first, or one file with everything.
        let paths: [String]
    }

    struct Item {
        let id: String
        let isValid: Bool
        let value: JSONValue
    }

    let name: String
    let family: any VectorFamily.Type
    let seed: String
    let vectors: [Item]
    /// The valid vectors by id: what invalid ones were made from.
    let parents: [String: JSONValue]
    /// Whether every invalid vector must name its valid one.
    let demandsParents: Bool

    init(_ source: Source) throws(CryptoError) {
        var items: [Item] = []
        var headers: [JSONValue] = []
        for path in source.paths {
            let document = try Self.read(path)
            headers.append(document)
            items += try Self.items(document, "valid", isValid: true)
            items += try Self.items(document, "invalid", isValid: false)
        }
        guard let first = headers.first, let familyName = first["family"]?.string, let seed = first["seed"]?.string,
            headers.allSatisfy({ $0["family"] == first["family"] && $0["seed"] == first["seed"] })
        else { throw CryptoError("VECTOR_FORMAT", "\(source.name): no family and seed that all files share") }
        guard let family = VectorFamilies.named(familyName) else {
            throw CryptoError("VECTOR_FORMAT", "\(source.name): unknown family \(familyName)")
        }
        guard headers.allSatisfy({ $0["version"]?.int64 == 1 }) else {
            throw CryptoError("VECTOR_FORMAT", "\(source.name): only version 1 is known")
        }
        self.name = source.name
        self.family = family
        self.seed = seed
        self.vectors = items
        self.demandsParents = source.paths.count > 1
        self.parents = Dictionary(
            items.filter(\.isValid).map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func items(
        _ document: JSONValue, _ member: String, isValid: Bool
    ) throws(CryptoError) -> [Item] {
        var seen: Set<String> = []
        var out: [Item] = []
        for value in document[member]?.array ?? [] {
            guard let id = value["id"]?.string, seen.insert(id).inserted else {
                throw CryptoError("VECTOR_FORMAT", "a vector without an id of its own in \(member)")
            }
            out.append(Item(id: id, isValid: isValid, value: value))
        }
        return out
    }

    static func read(_ path: String) throws(CryptoError) -> JSONValue {
        guard let bytes = FileReading.bytes(path) else { throw CryptoError("VECTOR_FILE", "cannot read \(path)") }
        do {
            return try JSONParser.parse(bytes, limits: JSONLimits(depth: 16, elements: 1_000_000))
        } catch { throw CryptoError("VECTOR_FILE", "\(path): \(error.reason.rawValue) at byte \(error.offset)") }
    }

    // MARK: Finding

    /// The files of one family; `own-invalid.json` is made by `golden generate` out of `valid.json`.
    private static let fileNames = ["valid.json", "invalid.json", "own-invalid.json"]

    /// All families below `directory`, in the order of their names; a path to one file stands for itself.
    static func find(in directory: String) -> [Source] {
        guard FileReading.isDirectory(directory) else {
            return [Source(name: directory, paths: [directory])]
        }
        return find(in: directory, below: "")
    }

    private static func find(in root: String, below prefix: String) -> [Source] {
        let folder = prefix.isEmpty ? root : root + "/" + prefix
        let names = FileReading.names(folder)
        var out: [Source] = []
        if names.contains("valid.json") {
            let paths = fileNames.filter(names.contains).map { folder + "/" + $0 }
            out.append(Source(name: prefix.isEmpty ? "." : prefix, paths: paths))
        }
        for name in names where !name.hasPrefix(".") {
            let path = prefix.isEmpty ? name : prefix + "/" + name
            if FileReading.isDirectory(root + "/" + path) {
                out += find(in: root, below: path)
            } else if name.hasSuffix(".json"), !fileNames.contains(name),
                let document = try? read(root + "/" + path), document["family"] != nil
            {
                out.append(Source(name: path, paths: [root + "/" + path]))
            }
        }
        return out
    }
}
