extension Limits {
    // MARK: Identity proofing (mobile-api.md §3)

    /// A run, from its start to the end of the enrolment that spends it; as long as an enrolment may take.
    public static let identityLifetimeMilliseconds: Int64 = 600_000
    /// Characters of one Latin name, as in the certificate (RFC 5280 appendix A).
    public static let latinNameCharacters = 64
}
