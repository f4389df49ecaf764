import Wire

/// What the command line says: a sentence for a person, or with `--json` one object a line for a script.
struct CommandOutput {
    let asJSON: Bool
    private let write: (String) -> Void

    init(asJSON: Bool, write: @escaping (String) -> Void) {
        self.asJSON = asJSON
        self.write = write
    }

    /// - Parameters:
    ///   - event: the member `event` of the object
    ///   - text: the sentence
    ///   - members: of the object, in order
    func say(_ event: String, _ text: String, _ members: KeyValuePairs<String, JSONValue> = [:]) {
        guard asJSON else { return write(text) }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("event", event)
            for (name, value) in members { writer.member(name, value) }
        }
        write(String(decoding: writer.bytes, as: UTF8.self))
    }

    func fail(_ error: PhoneError) {
        var members: [(String, JSONValue)] = [
            ("code", .string(error.code)), ("message", .string(error.description)),
        ]
        if case .server(let problem) = error {
            members.append(("status", .number(JSONNumber(Int64(problem.status)))))
            if let id = problem.requestId { members.append(("requestId", .string(id))) }
        }
        guard asJSON else { return write(error.description) }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("event", "error")
            for (name, value) in members { writer.member(name, value) }
        }
        write(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension JSONValue {
    static func integer(_ number: Int64) -> JSONValue { .number(JSONNumber(number)) }
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
