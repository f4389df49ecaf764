import Crypto
import Wire

/// Whether the checks see damage: every member of every valid vector is changed by one character, and some check must
/// notice.
public enum VectorMutation {
    /// What became of the changes in one file.
    public struct Result: Sendable {
        /// The folder or file, below the folder of all vectors.
        public let file: String
        public internal(set) var changed = 0
        /// Changes that a check named by the very member; the others are found where they spoil what follows from it.
        public internal(set) var named = 0
        /// `id pointer` of each change that went unseen.
        public internal(set) var unseen: [String] = []
    }

    /// - Parameters:
    ///   - directory: as for `VectorRunner.run`
    ///   - stride: every how manieth member is changed
    ///   - start: the first of them
    ///   - done: told of each file when all its changes are made
    /// - Returns: how many members were changed, and `file id pointer` of each change that went unseen
    @discardableResult
    public static func unseen(
        directory: String, stride: Int = 1, start: Int = 0, done: (Result) -> Void = { _ in }
    ) throws(CryptoError) -> (count: Int, unseen: [String]) {
        var unseen: [String] = [], count = 0, position = 0
        for source in VectorFile.find(in: directory) {
            let file = try VectorFile(source)
            var result = Result(file: file.name)
            for item in file.vectors where item.isValid {
                var pointers: [String] = []
                collect(item.value, "", &pointers)
                for pointer in pointers {
                    position += 1
                    guard position % stride == start % stride else { continue }
                    try tryChange(item, at: pointer, salt: position, file, &result)
                }
            }
            count += result.changed
            unseen += result.unseen.map { "\(file.name) \($0)" }
            done(result)
        }
        return (count, unseen)
    }

    private static func tryChange(
        _ item: VectorFile.Item, at pointer: String, salt: Int, _ file: VectorFile, _ result: inout Result
    ) throws(CryptoError) {
        // An empty text has no character to change.
        guard let changed = try change(item.value, at: pointer, salt: salt) else { return }
        result.changed += 1
        let reasons = VectorRunner.reasonsAgainst(valid: changed, file)
        if reasons.isEmpty { result.unseen.append("\(item.id) \(pointer)") }
        if reasons.contains(where: { $0.contains(pointer + " ") || $0.contains(pointer + ":") }) { result.named += 1 }
    }

    private static func collect(_ value: JSONValue, _ pointer: String, _ out: inout [String]) {
        switch value {
        case .object(let object):
            for member in object.members where !["id", "comment", "origin"].contains(member.name) {
                collect(member.value, pointer + "/" + member.name, &out)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() { collect(element, "\(pointer)/\(index)", &out) }
        default: out.append(pointer)
        }
    }

    /// nil for an empty text, which has no character to change.
    private static func change(
        _ vector: JSONValue, at pointer: String, salt: Int
    ) throws(CryptoError) -> JSONValue? {
        var value = vector
        for step in pointer.dropFirst().split(separator: "/") {
            value = (Int(step).flatMap { value.array?[$0] } ?? value[String(step)]) ?? .null
        }
        let replacement: JSONValue
        switch value {
        case .string(let text):
            guard !text.isEmpty else { return nil }
            replacement = .string(changed(text, salt: salt))
        case .number(let number): replacement = .number(JSONNumber((number.int64 ?? 0) ^ 1))
        case .bool(let flag): replacement = .bool(!flag)
        default: return nil
        }
        return try VectorChange.apply(
            [.object(["path": .string(pointer), "set": replacement])], to: vector)
    }

    /// Another character of the same kind at a place that depends on `salt`.
    private static func changed(_ text: String, salt: Int) -> String {
        var scalars = Array(text.unicodeScalars)
        let index = (salt &* 7919) % scalars.count
        let old = scalars[index]
        let isHex = scalars.allSatisfy { "0123456789abcdef-".unicodeScalars.contains($0) }
        let pool = isHex ? "0123456789abcdef" : "Aa0"
        scalars[index] = pool.unicodeScalars.first { $0 != old && ($0 != "0" || index > 0) } ?? "x"
        var out = String.UnicodeScalarView()
        out.append(contentsOf: scalars)
        return String(out)
    }
}
