/// Where the program and its database are found; the command line fills it in.
public struct ProcessSettings: Sendable {
    /// The path of `tamga`.
    public var executable: String
    /// A server on which a database may be created; nil: a private cluster.
    public var databaseURL: String?
    /// `scripts/postgres`, for the private cluster.
    public var postgresScript: String?

    public init(executable: String, databaseURL: String?, postgresScript: String?) {
        self.executable = executable
        self.databaseURL = databaseURL
        self.postgresScript = postgresScript
    }
}
