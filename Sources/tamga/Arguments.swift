/// The words after a command: options with a value and the rest.
struct Arguments {
    private(set) var words: [String] = []
    private var options: [String: [String]] = [:]

    /// - Parameters:
    ///   - valued: names of options that take a value
    ///   - flags: names of options that take none
    init(_ arguments: [String], valued: Set<String> = [], flags: Set<String> = []) throws(UsageError) {
        var index = 0
        while index < arguments.count {
            let word = arguments[index]
            index += 1
            guard word.hasPrefix("--") else {
                words.append(word)
                continue
            }
            let name = String(word.dropFirst(2))
            if flags.contains(name) {
                options[name] = [""]
            } else if valued.contains(name) {
                guard index < arguments.count else { throw UsageError("--\(name) takes a value") }
                options[name, default: []].append(arguments[index])
                index += 1
            } else {
                throw UsageError("unknown option: --\(name)")
            }
        }
    }

    /// The last one counts.
    subscript(_ name: String) -> String? { options[name]?.last }

    /// Every value of an option that may stand several times, in their order.
    func all(_ name: String) -> [String] { options[name] ?? [] }

    func has(_ name: String) -> Bool { options[name] != nil }
}
