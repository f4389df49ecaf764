import Glibc
import Storage

extension OperatorAct {
    /// `--reason`, which an act must have, and `--by`; without it the user of this process.
    init(_ arguments: Arguments, usage: String) throws(UsageError) {
        guard let reason = arguments["reason"], !reason.isEmpty, reason.utf8.count <= 500 else {
            throw UsageError("--reason TEXT is required, at most 500 bytes\n\(usage)")
        }
        self.init(by: try Self.name(arguments), reason: reason)
    }

    /// `--by`, or the user of this process.
    static func name(_ arguments: Arguments) throws(UsageError) -> String {
        let by = arguments["by"] ?? user()
        guard !by.isEmpty, by.utf8.count <= 100 else { throw UsageError("--by takes a name of at most 100 bytes") }
        return by
    }

    /// The name of this process's user, or its number when it has none.
    private static func user() -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4_096)
        guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, let found,
            let name = found.pointee.pw_name
        else { return "uid \(getuid())" }
        return String(cString: name)
    }
}
