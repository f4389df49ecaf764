/// A session that was just stored.
public struct OpenedSession: Sendable, Equatable {
    /// Lower-case UUID.
    public let id: String
    /// Nil where nothing is compared: in a choice of certificate, and in what follows one.
    public let code: VerificationCode?
    /// Unix milliseconds by the database's clock.
    public let expiresAt: Int64
    /// The documents that were woken for it.
    public let documents: [String]
    /// Of a device-link session.
    public let link: OpenedLink?
}
