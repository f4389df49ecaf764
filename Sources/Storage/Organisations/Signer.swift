/// One of those who may, or will, act for an organisation.
public struct Signer: Sendable, Equatable {
    public let representation: Representation
    public let citizen: Citizen
    /// The newest running session that asks for the confirmation.
    public let confirmation: String?
}
