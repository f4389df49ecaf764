import Crypto
import Glibc
import Vectors

/// `golden generate DIR` remakes our part of the vectors, `golden check DIR` compares it, `golden mutate DIR [N]`
/// changes every member (or every N-th) of every valid vector and demands that a check sees it, `golden expecting DIR
/// CODE` runs the invalid vectors of one code.
func run(_ arguments: [String]) throws(CryptoError) -> Int32 {
    guard arguments.count >= 3 else {
        print("usage: golden generate|check|verify|mutate|expecting DIR")
        return 2
    }
    let directory = arguments[2]
    switch arguments[1] {
    case "generate":
        for path in try VectorGenerator.generate(into: directory) { print("wrote \(path)") }
        return VectorCommand.verify(directory: directory) { print($0) }
    case "check":
        let differing = try VectorGenerator.differing(in: directory)
        for path in differing { print("differs: \(path)") }
        return differing.isEmpty ? 0 : 1
    case "verify":
        return VectorCommand.verify(directory: directory) { print($0) }
    case "mutate":
        let stride = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
        let result = try VectorMutation.unseen(directory: directory, stride: max(stride, 1)) { file in
            print("\(file.file): \(file.changed) changed, \(file.unseen.count) unseen, \(file.named) named themselves")
            fflush(nil)
        }
        for line in result.unseen { print("unseen: \(line)") }
        print("\(result.count) changed, \(result.unseen.count) unseen")
        return result.unseen.isEmpty ? 0 : 1
    case "expecting":
        let result = try VectorRunner.expecting(arguments.count > 3 ? arguments[3] : "", directory: directory)
        for line in result.wrong { print("wrong: \(line)") }
        print("\(result.count) vectors, \(result.wrong.count) wrong")
        return result.wrong.isEmpty ? 0 : 1
    default:
        print("usage: golden generate|check|verify|mutate|expecting DIR")
        return 2
    }
}

do {
    exit(try run(CommandLine.arguments))
} catch {
    print(error.description)
    exit(1)
}
