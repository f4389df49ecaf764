extension Limits {
    // MARK: Attestation

    /// Google's list has some thousand entries of about a hundred bytes.
    public static let androidRevocationBytes = 8 << 20
    /// Values in it: an entry has up to five.
    public static let androidRevocationElements = 500_000
}
