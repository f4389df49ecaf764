import Glibc

/// A folder of our own under TMPDIR, or /tmp without it, for nobody else's eyes; deleted with everything in it when
/// its last holder goes.
final class TemporaryFolder {
    let path: String

    init() throws(BenchError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/tamga-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchError("no temporary folder") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = try? ChildProcess.run("/bin/rm", ["-rf", path], environment: [:], output: "/dev/null") }

    func file(_ name: String) -> String { path + "/" + name }
}
