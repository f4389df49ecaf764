/// The three requests of one signature (mobile-api §6); the raw value is the path segment.
public enum SigningRound: String, Sendable, CaseIterable {
    /// S1 → S2
    case commit
    /// S3 → S4
    case prove
    /// S5, or the report that a signed c3 was wrong
    case finish
}
