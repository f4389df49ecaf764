/// Why the process does not start, in words for the operator: which name, what was found, what to do.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
