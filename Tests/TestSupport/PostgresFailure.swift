/// The test database could not be made ready.
public struct PostgresFailure: Error, CustomStringConvertible {
    public let what: String

    public var description: String { "test database: \(what) failed" }
}
