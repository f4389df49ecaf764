/// The recursive descent over one text. It lives on the stack of `JSONParser.parse`, inside the buffer's scope.
struct JSONReader {
    /// One step of the way from the root to the value being read; turned into a pointer only for an error.
    enum Step {
        case name(String)
        case index(Int)
    }

    let text: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var at = 0
    private var elements = 0
    private var path: [Step] = []

    /// Up to this many members, comparing with each is faster than hashing.
    private static let linearMembers = 12

    init(_ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.text = text
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { throw failure(.byteOrderMark) }
        skipWhitespace()
        let value = try value()
        skipWhitespace()
        guard at == text.count else { throw failure(.trailingBytes) }
        return value
    }

    /// The byte at the cursor, nil at the end.
    var byte: UInt8? {
        at < text.count ? text[at] : nil
    }

    func failure(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
        var pointer = ""
        for step in path {
            switch step {
            case .name(let name): pointer += JSONPointer.step(name)
            case .index(let index): pointer += JSONPointer.step(index)
            }
        }
        return JSONError(reason: reason, offset: offset ?? at, pointer: pointer)
    }

    /// What is wrong when the byte at the cursor is not the one that must come.
    private func unexpected() -> JSONError {
        failure(at < text.count ? .unexpectedByte : .unexpectedEnd)
    }

    private mutating func skipWhitespace() {
        while at < text.count {
            switch text[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default: return
            }
        }
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        elements += 1
        guard elements <= limits.elements else { throw failure(.tooManyElements) }
        guard let first = byte else { throw failure(.unexpectedEnd) }
        switch first {
        case 0x22: return .string(try string())
        case 0x7B: return .object(try object())
        case 0x5B: return .array(try array())
        case 0x74: return try literal("true", .bool(true))
        case 0x66: return try literal("false", .bool(false))
        case 0x6E: return try literal("null", .null)
        case 0x2D, 0x30...0x39: return .number(try number())
        default: throw unexpected()
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for offset in 0..<word.utf8CodeUnitCount {
            guard byte == word.utf8Start[offset] else { throw unexpected() }
            at += 1
        }
        return value
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        guard path.count < limits.depth else { throw failure(.tooDeep) }
        at += 1
        skipWhitespace()
        if byte == 0x5D {
            at += 1
            return []
        }
        var result: [JSONValue] = []
        path.append(.index(0))
        while true {
            path[path.count - 1] = .index(result.count)
            result.append(try value())
            skipWhitespace()
            if byte == 0x2C {
                at += 1
                skipWhitespace()
                continue
            }
            guard byte == 0x5D else { throw unexpected() }
            at += 1
            path.removeLast()
            return result
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        guard path.count < limits.depth else { throw failure(.tooDeep) }
        at += 1
        skipWhitespace()
        if byte == 0x7D {
            at += 1
            return JSONObject()
        }
        var members: [JSONObject.Member] = []
        var seen: Set<[UInt8]> = []
        while true {
            guard byte == 0x22 else { throw unexpected() }
            let nameOffset = at
            let name = try string()
            path.append(.name(name))
            guard isNew(name, in: members, seen: &seen) else { throw failure(.duplicateName, at: nameOffset) }
            skipWhitespace()
            guard byte == 0x3A else { throw unexpected() }
            at += 1
            skipWhitespace()
            members.append(JSONObject.Member(name: name, value: try value()))
            path.removeLast()
            skipWhitespace()
            if byte == 0x2C {
                at += 1
                skipWhitespace()
                continue
            }
            guard byte == 0x7D else { throw unexpected() }
            at += 1
            return JSONObject(unique: members)
        }
    }

    /// Whether no member has that name. Large objects use a set: quadratic work must not be for sale. Its hash is
    /// seeded at random for each process, so that no name list can be prepared against it.
    private func isNew(_ name: String, in members: [JSONObject.Member], seen: inout Set<[UInt8]>) -> Bool {
        if members.count < Self.linearMembers {
            return !members.contains { JSONObject.sameBytes($0.name, name) }
        }
        if seen.isEmpty {
            for member in members { seen.insert(Array(member.name.utf8)) }
        }
        return seen.insert(Array(name.utf8)).inserted
    }
}
