import Glibc

/// The settings of one process, read from environment variables. Every name may be asked for once it is declared; an
/// undeclared `TAMGA_…` name is an error, because a misspelt setting must not be a silent default.
public struct Environment: Sendable {
    private let values: [String: String]

    public init(_ values: [String: String]) { self.values = values }

    /// The environment of this process.
    public static func process() -> Environment {
        var values: [String: String] = [:]
        var cursor = environ
        while let entry = cursor.pointee {
            let text = String(cString: entry)
            if let split = text.firstIndex(of: "=") {
                values[String(text[..<split])] = String(text[text.index(after: split)...])
            }
            cursor = cursor.advanced(by: 1)
        }
        return Environment(values)
    }

    /// - Throws: when a `TAMGA_…` variable is set that is in none of the lists.
    func refuseUnknown(_ names: [String], secrets: [String]) throws(ConfigurationError) {
        let known = Set(names + secrets + secrets.map { $0 + "_FILE" })
        let unknown = values.keys.filter { $0.hasPrefix("TAMGA_") && !known.contains($0) }.sorted()
        guard unknown.isEmpty else {
            throw ConfigurationError("unknown settings: \(unknown.joined(separator: ", "))")
        }
    }

    /// A value that is set and not empty.
    public func text(_ name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return value
    }

    /// A secret: NAME, or the content of the file that NAME_FILE names, without its last line break.
    func secret(_ name: String) throws(ConfigurationError) -> String? {
        switch (text(name), text(name + "_FILE")) {
        case (let value?, nil): return value
        case (nil, let path?):
            let bytes = try FileBytes.read(path, limit: 65_536, as: name + "_FILE")
            return String(decoding: bytes, as: UTF8.self).trimmingLineBreaks()
        case (nil, nil): return nil
        default: throw ConfigurationError("\(name) and \(name)_FILE are both set")
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws(ConfigurationError) -> Int {
        guard let value = text(name) else { return standard }
        guard let number = Int(value), range.contains(number) else {
            throw ConfigurationError(
                "\(name) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func flag(_ name: String, default standard: Bool) throws(ConfigurationError) -> Bool {
        switch text(name) {
        case nil: return standard
        case "true": return true
        case "false": return false
        default: throw ConfigurationError("\(name) is neither true nor false")
        }
    }

    func address(_ name: String, default standard: String) throws(ConfigurationError) -> SocketAddress {
        let value = text(name) ?? standard
        guard let address = SocketAddress(value) else {
            throw ConfigurationError("\(name) is not ADDRESS:PORT (an IP address, such as 127.0.0.1:8080)")
        }
        return address
    }
}

extension String {
    fileprivate func trimmingLineBreaks() -> String {
        var bytes = Array(utf8)
        while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
