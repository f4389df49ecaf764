// Every check of the protocol passes its verdict through `holds`, under a name. In the product that is the condition
// itself. In the build that `scripts/mutate-checks` makes in a folder of its own, one named check at a time lets
// everything through, so that one sees which test notices.

#if TAMGA_MUTATE
    import Glibc
    import Synchronization

    /// The check that is switched off in this process.
    private let ignored: String? = getenv("TAMGA_MUTATE_CHECK").map { String(cString: $0) }

    /// The checks that have refused something in this process, each appended once to the file that the environment
    /// names: which tests are worth running when one of them is switched off.
    private let refused = Mutex<Set<String>>([])

    private func note(_ check: String) {
        guard let path = getenv("TAMGA_MUTATE_REFUSED"), refused.withLock({ $0.insert(check).inserted }) else { return }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        let line = Array((check + "\n").utf8)
        _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    /// The verdict, or true for the one check that is switched off.
    public func holds(_ check: StaticString, _ condition: Bool) -> Bool {
        if condition { return true }
        note(check.description)
        return check.description == ignored
    }
#else
    /// The condition, unchanged.
    /// - Parameter check: names the check in the list of `scripts/mutate-checks`; begins with the code that it throws
    @inlinable
    @inline(__always)
    public func holds(_ check: StaticString, _ condition: Bool) -> Bool { condition }
#endif
