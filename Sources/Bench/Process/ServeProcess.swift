import Glibc

/// One `tamga serve`.
final class ServeProcess {
    /// `http://host:port`
    let baseURL: String
    private let child: ChildProcess

    var pid: pid_t { child.pid }

    /// Starts it and waits until it serves.
    /// - Parameter output: file for what it writes
    init(_ executable: String, environment: [String: String], output: String) throws(BenchError) {
        child = try ChildProcess(executable, ["serve"], environment: environment, output: output)
        let line = try child.line(with: "tamga serves on ", milliseconds: 30_000)
        guard let start = line.firstRange(of: "tamga serves on ")?.upperBound,
            let end = line[start...].firstRange(of: "/v3")?.lowerBound
        else { throw BenchError("serve does not say where: \(line)") }
        baseURL = String(line[start..<end])
    }

    /// Bytes of memory that it holds (`VmRSS`).
    func residentBytes() throws(BenchError) -> Int {
        let fields = FileText.read("/proc/\(pid)/statm").split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { throw BenchError("the process \(pid) has no memory") }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    deinit { child.stop() }
}
