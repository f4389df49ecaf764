/// How many running sessions one citizen may have. Concurrent requests may exceed them by their own number: each counts
/// what stood when it began.
public struct OpenSessionLimits: Sendable, Equatable {
    /// Of one relying party.
    public var ofOneParty: Int
    /// In all. A party that has none open yet is let in above it: parties cannot shut each other out.
    public var inAll: Int

    public init(ofOneParty: Int, inAll: Int) {
        self.ofOneParty = ofOneParty
        self.inAll = inAll
    }
}
