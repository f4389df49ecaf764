/// How many running sessions one citizen may have; also of concurrent requests, which take turns.
public struct OpenSessionLimits: Sendable, Equatable {
    /// Of one relying party.
    public var ofOneParty: Int
    /// In all. A party that has none open yet is let in above it: parties cannot shut each other out.
    public var inAll: Int

    public init(ofOneParty: Int, inAll: Int) {
        self.ofOneParty = ofOneParty
        self.inAll = inAll
    }

    /// The limits of a party that may have another number open than all others; nil: as all others. It may have that
    /// many also where one party at its limit would be a citizen's limit in all.
    public func of(_ ofOneParty: Int?) -> OpenSessionLimits {
        guard let ofOneParty else { return self }
        return OpenSessionLimits(ofOneParty: ofOneParty, inAll: max(inAll, ofOneParty))
    }
}
