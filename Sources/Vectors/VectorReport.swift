/// The verdict on a set of vectors.
public struct VectorReport: Sendable {
    /// One vector that did not behave as it says.
    public struct Failure: Sendable {
        /// The file's path below the vectors' folder.
        public let file: String
        public let id: String
        /// What differs, each with its JSON pointer, or which code came instead of the expected one.
        public let reasons: [String]
    }

    /// One file's part.
    public struct Line: Sendable {
        public let file: String
        public let passed: Int
        public let failed: Int
    }

    public private(set) var lines: [Line] = []
    public private(set) var failures: [Failure] = []

    public init() {}

    public var passed: Int { lines.reduce(0) { $0 + $1.passed } }
    public var failed: Int { lines.reduce(0) { $0 + $1.failed } }

    mutating func add(file: String, count: Int, failures: [Failure]) {
        lines.append(Line(file: file, passed: count - failures.count, failed: failures.count))
        self.failures += failures
    }
}
