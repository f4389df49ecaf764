import Glibc

/// CPU time (user and system) of other processes.
enum ProcessTime {
    /// Milliseconds that all threads of a process have used, dead ones included; finer than the ticks of `/proc`.
    static func milliseconds(of pid: pid_t) throws(BenchError) -> Double {
        var clock = clockid_t()
        var instant = timespec()
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &instant) == 0 else {
            throw BenchError("the process \(pid) has no clock")
        }
        return Double(instant.tv_sec) * 1_000 + Double(instant.tv_nsec) / 1_000_000
    }

    /// The parent of a process; nil when it does not run here.
    static func parent(of pid: pid_t) -> pid_t? { fields(pid).flatMap { pid_t($0[1]) } }

    /// Milliseconds of a process, of its children that run and of those that it has waited for, in ticks of 10 ms.
    static func millisecondsOfFamily(_ root: pid_t) -> Double {
        var ticks = 0
        if let own = fields(root) { ticks += (11...14).reduce(0) { $0 + (Int(own[$1]) ?? 0) } }
        for pid in processes() {
            guard let child = fields(pid), pid_t(child[1]) == root else { continue }
            ticks += (11...12).reduce(0) { $0 + (Int(child[$1]) ?? 0) }
        }
        return Double(ticks) * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The fields of `/proc/PID/stat` behind the name: 0 state, 1 parent, 11 utime, 12 stime, 13 cutime, 14 cstime.
    private static func fields(_ pid: pid_t) -> [Substring]? {
        let text = FileText.read("/proc/\(pid)/stat")
        // The name stands in parentheses and may hold anything.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(whereSeparator: { $0 == " " || $0 == "\n" })
        return fields.count > 14 ? fields : nil
    }

    private static func processes() -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let pid = pid_t(name) { found.append(pid) }
        }
        return found
    }
}
