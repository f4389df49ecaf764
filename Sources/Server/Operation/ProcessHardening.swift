import CEpoll
import Crypto
import Glibc

/// Keeps what is in memory out of files and out of reach: no core dump, and no process of the same user may read the
/// memory of this one (`ptrace`, `/proc/PID/mem`). Shares and nonces are there.
public enum ProcessHardening {
    /// Blocks that libraries give back are overwritten from now on. Before anything else: a library that has allocated
    /// keeps its ways.
    public static func eraseFreedMemory() { LibraryMemory.eraseWhatIsFreed() }

    /// - Throws: `ConfigurationError` when the system refuses, or `eraseFreedMemory` was too late.
    public static func apply() throws(ConfigurationError) {
        guard LibraryMemory.isErased else {
            throw ConfigurationError("OpenSSL does not let this process overwrite the memory that it gives back")
        }
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
