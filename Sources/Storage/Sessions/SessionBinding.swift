/// What claiming a device-link session did.
public enum SessionBinding: Sendable, Equatable {
    /// It is this document's now (or was already).
    case bound
    /// Another document, or another person, holds it.
    case taken
    /// It is this document's, but through another kind of link: what was settled first stays.
    case otherFlow
    /// It has ended.
    case ended
    case expired
    case unknown
}
