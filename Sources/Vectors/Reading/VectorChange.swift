import Crypto
import Wire

/// One `change` of an invalid vector: what was done to the valid vector to make it.
///
/// `{"path","set"}` replaces a member; `{"path","offset","remove","insert"}` replaces bytes of a hexadecimal one.
enum VectorChange {
    /// The valid vector with all changes made in order.
    /// - Throws: `VECTOR_CHANGE` when a change names a position that is not there, or changes nothing.
    static func apply(_ changes: [JSONValue], to vector: JSONValue) throws(CryptoError) -> JSONValue {
        var out = vector
        for change in changes {
            guard let path = change["path"]?.string, path.hasPrefix("/") else {
                throw CryptoError("VECTOR_CHANGE", "a change has no path")
            }
            let steps = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            out = try replace(in: out, at: steps[...], path: path, change: change)
        }
        guard changes.isEmpty || out != vector else {
            throw CryptoError("VECTOR_CHANGE", "the changes leave the vector as it was")
        }
        return out
    }

    private static func replace(
        in value: JSONValue, at steps: ArraySlice<String>, path: String, change: JSONValue
    ) throws(CryptoError) -> JSONValue {
        guard let step = steps.first else { return try replacement(of: value, path: path, change: change) }
        let rest = steps.dropFirst()
        switch value {
        case .object(var object):
            guard let member = object[step] else { throw CryptoError("VECTOR_CHANGE", "\(path): no such member") }
            object[step] = try replace(in: member, at: rest, path: path, change: change)
            return .object(object)
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else {
                throw CryptoError("VECTOR_CHANGE", "\(path): no such element")
            }
            elements[index] = try replace(in: elements[index], at: rest, path: path, change: change)
            return .array(elements)
        default:
            throw CryptoError("VECTOR_CHANGE", "\(path): neither an object nor a list")
        }
    }

    private static func replacement(
        of value: JSONValue, path: String, change: JSONValue
    ) throws(CryptoError) -> JSONValue {
        if let set = change["set"] { return set }
        guard let text = value.string, let bytes = Hex.decode(text),
            let offset = change["offset"]?.int64, let remove = change["remove"]?.int64,
            let insert = change["insert"]?.string.flatMap(Hex.decode),
            offset >= 0, remove >= 0, offset <= bytes.count, remove <= Int64(bytes.count) - offset
        else { throw CryptoError("VECTOR_CHANGE", "\(path): no such bytes") }
        let start = Int(offset), end = Int(offset + remove)
        return .string(Hex.encode(Array(bytes[..<start]) + insert + Array(bytes[end...])))
    }
}
