extension BoundStatement {
    /// The statement as SQL with its values written out: what another client of the database has to send to ask the
    /// same. For measurements; nothing is ever run from it here.
    ///
    /// - Parameter expressions: stand instead of the values of these parameters, counted from 1
    func text(replacing expressions: [Int: String] = [:]) -> String {
        var out = ""
        var rest = statement.sql[...]
        while let mark = rest.firstIndex(of: "$") {
            out += rest[..<mark]
            let digits = rest[rest.index(after: mark)...].prefix { $0.isASCII && $0.isNumber }
            rest = rest[digits.endIndex...]
            guard let number = Int(digits), parameters.indices.contains(number - 1) else {
                out += "$" + digits
                continue
            }
            out += expressions[number] ?? parameters[number - 1].literal
        }
        return out + rest
    }
}

extension Parameter {
    /// The value as an SQL constant of its type. Arrays are bytes in PostgreSQL's own format and have none.
    fileprivate var literal: String {
        let type = Self.typeNames[oid] ?? "unknown"
        switch value {
        case .null: return "NULL::\(type)"
        case .bytes(let bytes): return #"'\x\#(Hex.text(bytes))'::\#(type)"#
        case .text(let text):
            let quoted = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
            return "'\(quoted)'::\(type)"
        case .flag(let flag): return flag ? "true" : "false"
        case .word(let word): return "(\(Int64(bitPattern: word)))::\(type)"
        case .words(let high, let low):
            let text = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUIDText.format($0) }
            return "'\(text ?? "")'::\(type)"
        case .invalid: return "NULL::\(type)"
        }
    }

    private static let typeNames: [UInt32: String] = [
        16: "boolean", 17: "bytea", 20: "bigint", 25: "text", 2950: "uuid",
    ]
}
