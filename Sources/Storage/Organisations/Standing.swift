/// How a citizen stands to an organisation.
public struct Standing: Sendable, Equatable {
    public let organisation: Organisation
    /// Nil when there is no right, or no longer one.
    public let representation: Representation?
}
