import Vectors

/// `tamga vectors verify [DIR]` and `tamga vectors show FILE`
enum VectorsCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        switch arguments.first {
        case "verify" where arguments.count <= 2:
            return VectorCommand.verify(directory: arguments.count == 2 ? arguments[1] : "golden-vectors") {
                Output.line($0)
            }
        case "show" where arguments.count == 2:
            return VectorCommand.show(file: arguments[1]) { Output.line($0) }
        default: throw UsageError("tamga vectors verify [DIR] | tamga vectors show FILE")
        }
    }
}
