/// What became of another key for a document.
public enum ReattestOutcome: Sendable, Equatable {
    /// It speaks for the document, now or before.
    case bound
    /// It speaks for another document or has retired.
    case taken
    /// The document has had too many in 24 hours: each stays on record for ever.
    case tooMany
}
