extension Limits {
    // MARK: Calls to other servers

    /// An address in a setting.
    public static let outgoingURLBytes = 2_048
    /// An answer, where the request does not say otherwise: a set of keys has some KiB, claims about a person less.
    public static let outgoingResponseBytes = 256 * 1_024
    /// The header of an answer.
    public static let outgoingHeaderBytes = 64 * 1_024
    /// One call in all. A citizen waits for at most three in a row.
    public static let outgoingMilliseconds = 5_000
    /// Name and handshake, part of it.
    public static let outgoingConnectMilliseconds = 3_000
    /// Calls at once: each blocks a worker, of which there are `workerThreads`.
    public static let outgoingCalls = 4
}
