/// One of those who may, or will, act for an organisation.
public struct Signer: Sendable, Equatable {
    public let representation: Representation
    public let citizen: Citizen
    /// The newest running session in which the right is confirmed, of those that were asked for.
    public let confirmation: String?
}
