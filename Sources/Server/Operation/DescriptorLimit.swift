import Glibc

/// How many connections the process may hold: each is a descriptor, and so is everything else that it opens.
public enum DescriptorLimit {
    /// Descriptors kept back for the database, files, the listeners and the other replicas.
    public static let reserve = 256

    /// Raises the soft limit of this process to the hard one. Services are started with a small soft limit (1,024),
    /// because programs that use `select` break above it; none of ours does.
    /// - Returns: descriptors that this process may open
    public static func raise() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
            // Refused, the old limit stays, and counts.
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The connections of each public listener.
    /// - Parameters:
    ///   - descriptors: what `raise` returned
    ///   - listeners: among which they are shared
    public static func connections(descriptors: Int, listeners: Int) -> Int {
        // RLIM_INFINITY is clamped to Int.max: no overflow, the difference is smaller.
        min(Limits.connections, max(1, (descriptors - reserve) / max(1, listeners)))
    }
}
