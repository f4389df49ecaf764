// Every check of the protocol passes its verdict through `holds`, under a name. In the product that is the condition
// itself. In the build that `scripts/mutate-checks` makes in a folder of its own, one named check at a time lets
// everything through, so that one sees which test notices.

#if TAMGA_MUTATE
    import Glibc

    /// The check that is switched off in this process.
    private let ignored: String? = getenv("TAMGA_MUTATE_CHECK").map { String(cString: $0) }

    /// The verdict, or true for the one check that is switched off.
    public func holds(_ check: StaticString, _ condition: Bool) -> Bool { condition || check.description == ignored }
#else
    /// The condition, unchanged.
    /// - Parameter check: names the check in the list of `scripts/mutate-checks`; begins with the code that it throws
    @inlinable
    @inline(__always)
    public func holds(_ check: StaticString, _ condition: Bool) -> Bool { condition }
#endif
