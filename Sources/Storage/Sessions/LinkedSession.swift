/// A device-link session as it stands when its link is opened.
public struct LinkedSession: Sendable, Equatable {
    public let session: SessionRecord
    /// From its opening until it was read, by the database's clock.
    public let ageMilliseconds: Int64
}
