/// How much `tamga bench requests` does.
public struct RequestsSettings: Sendable {
    /// Turns of each of the four: ours, nginx, ours, pgbench.
    public var rounds: Int
    /// How long a turn of reading lasts.
    public var readSeconds: Int
    /// How long a turn of starting sessions lasts.
    public var startSeconds: Int
    /// Connections that read.
    public var readers: Int
    /// Connections that start sessions; of pgbench as many.
    public var starters: Int
    /// Citizens for whom sessions are started in turn.
    public var citizens: Int
    /// Ended sessions that are read in turn; files of nginx as many.
    public var results: Int

    public init(
        rounds: Int = 7, readSeconds: Int = 1, startSeconds: Int = 2, readers: Int = 32, starters: Int = 12,
        citizens: Int = 16, results: Int = 8
    ) {
        self.rounds = rounds
        self.readSeconds = readSeconds
        self.startSeconds = startSeconds
        self.readers = readers
        self.starters = starters
        self.citizens = citizens
        self.results = results
    }
}
