import Glibc

/// A program that this process starts and ends: by its id and never by its name.
final class ChildProcess {
    let pid: pid_t
    private let output: String
    private var isReaped = false

    /// - Parameters:
    ///   - arguments: without the program's own name
    ///   - environment: everything that the program sees
    ///   - output: file that takes standard output and standard error
    init(
        _ program: String, _ arguments: [String], environment: [String: String], output: String
    ) throws(BenchError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var pid: pid_t = 0
        let failure = posix_spawn(&pid, program, &actions, nil, &argv, &envp)
        guard failure == 0 else { throw BenchError("\(program) does not start: \(String(cString: strerror(failure)))") }
        self.pid = pid
        self.output = output
    }

    deinit { stop() }

    /// What it has written so far.
    var text: String { FileText.read(output) }

    /// Runs a program to its end.
    /// - Returns: what it wrote
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String], output: String
    ) throws(BenchError) -> String {
        let child = try ChildProcess(program, arguments, environment: environment, output: output)
        let status = child.wait()
        guard status == 0 else {
            throw BenchError("\(([program] + arguments).joined(separator: " ")) failed: \(child.text)")
        }
        return child.text
    }

    /// Waits until the output holds a line with `mark`.
    func line(with mark: String, milliseconds: Int) throws(BenchError) -> String {
        for _ in 0..<max(1, milliseconds / 20) {
            // The last piece may be half a line.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.contains(mark) }) { return String(line) }
            if hasEnded { break }
            usleep(20_000)
        }
        throw BenchError("no line with \"\(mark)\": \(text)")
    }

    /// SIGTERM, then SIGKILL after ten seconds.
    func stop() {
        guard !isReaped else { return }
        kill(pid, SIGTERM)
        for _ in 0..<500 {
            if hasEnded { return }
            usleep(20_000)
        }
        kill(pid, SIGKILL)
        _ = wait()
    }

    private var hasEnded: Bool {
        if isReaped { return true }
        var status: Int32 = 0
        isReaped = waitpid(pid, &status, WNOHANG) == pid
        return isReaped
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        isReaped = true
        return status
    }
}
