/// How much `tamga bench polls` does.
public struct PollsSettings: Sendable {
    /// Polls that are parked at once; this process and the server need a descriptor for each.
    public var polls: Int
    /// Whole log-ins measured before and again while the polls are parked.
    public var logIns: Int
    /// Sessions that are ended to see their polls wake.
    public var wakes: Int

    public init(polls: Int = 15_000, logIns: Int = 200, wakes: Int = 1_000) {
        self.polls = polls
        self.logIns = logIns
        self.wakes = wakes
    }
}
