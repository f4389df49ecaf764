import Glibc

/// What goes to standard error.
enum Output {
    /// A line that a waiting parent process must see at once: standard output is buffered when it is no terminal.
    static func line(_ text: String) {
        print(text)
        fflush(nil)
    }

    static func error(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// A command that was called wrongly.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
