import CEpoll
import Glibc

/// Keeps what is in memory out of files and out of reach: no core dump, and no process of the same user may read the
/// memory of this one (`ptrace`, `/proc/PID/mem`). Shares and nonces are there.
public enum ProcessHardening {
    /// - Throws: `ConfigurationError` when the system refuses.
    public static func apply() throws(ConfigurationError) {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        guard setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0, tamga_set_dumpable(0) == 0 else {
            throw ConfigurationError("the system does not let this process forbid its core dumps")
        }
    }

    static var isApplied: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 && limit.rlim_max == 0
            && tamga_is_dumpable() == 0
    }
}
