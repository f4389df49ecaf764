/// A session with everything that a relying party's answer is made of.
public struct SessionResult: Sendable, Equatable {
    public let session: SessionRecord
    /// The leaf under which the session's signature verifies, and its level.
    public let certificateDER: [UInt8]?
    public let certificateLevel: String?
    public let citizen: Citizen?
    /// How the citizen may act for the session's organisation now; nil when he may not.
    public let rightType: String?
    public let role: String?
}
