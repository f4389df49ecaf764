import Synchronization
import Wire

/// What the checks of one vector have read and which members differ from what was recomputed.
///
/// A recording trace takes what was recomputed as the member's value instead: so the vectors are made by the very code
/// that checks them, and nothing can be written that is not also compared.
final class VectorTrace: Sendable {
    private struct State {
        var read: Set<String> = []
        var differences: [String] = []
        var recorded: [(pointer: String, value: JSONValue)] = []
    }

    let isRecording: Bool
    private let state = Mutex(State())

    init(recording: Bool = false) { self.isRecording = recording }

    func read(_ pointer: String) { state.withLock { _ = $0.read.insert(pointer) } }

    func differ(_ pointer: String, _ how: String) {
        state.withLock { $0.differences.append("\(pointer) \(how)") }
    }

    func record(_ pointer: String, _ value: JSONValue) {
        state.withLock { $0.recorded.append((pointer, value)) }
    }

    /// What a recording trace has collected, in the order of the checks.
    var recorded: [(pointer: String, value: JSONValue)] { state.withLock { $0.recorded } }

    /// Each as a JSON pointer and what was computed instead.
    var differences: [String] { state.withLock { $0.differences } }

    /// Members of texts that explain and are not checked.
    private static let explanatory: Set<String> = ["id", "comment", "origin"]

    /// The pointers of all values in `value` that no check has read.
    func unread(in value: JSONValue) -> [String] {
        let read = state.withLock { $0.read }
        var out: [String] = []
        Self.collect(value, "", read, &out)
        return out
    }

    private static func collect(_ value: JSONValue, _ pointer: String, _ read: Set<String>, _ out: inout [String]) {
        switch value {
        case .object(let object):
            for member in object.members where !explanatory.contains(member.name) {
                collect(member.value, pointer + "/" + member.name, read, &out)
            }
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() { collect(element, "\(pointer)/\(index)", read, &out) }
        default:
            if !read.contains(pointer) { out.append(pointer) }
        }
    }
}
