/// The arguments after `tamga phone`, taken apart: words, `--name value` (or `--name=value`) and flags.
struct CommandOptions {
    private(set) var words: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// - Parameters:
    ///   - valued: names of options that take a value
    ///   - flags: names of options that take none
    /// - Throws: `USAGE` for any other name, and for a value that is missing
    init(_ arguments: [String], valued: Set<String>, flags known: Set<String>) throws(PhoneError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            if known.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if valued.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw Self.usage("--\(name) needs a value")
                }
                values[name, default: []].append(value)
            } else {
                throw Self.usage("unknown option --\(name)")
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The last value of that name.
    func value(_ name: String) -> String? { values[name]?.last }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// - Throws: `USAGE`
    func required(_ name: String) throws(PhoneError) -> String {
        guard let value = value(name) else { throw Self.usage("--\(name) is missing") }
        return value
    }

    /// - Throws: `USAGE`
    func integer(_ name: String, in range: ClosedRange<Int>) throws(PhoneError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Self.usage("--\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    static func usage(_ reason: String) -> PhoneError { .check(code: "USAGE", reason: reason) }
}
