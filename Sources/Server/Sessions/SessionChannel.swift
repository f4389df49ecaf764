/// How a session reaches the phone.
public enum SessionChannel: Sendable, Equatable {
    /// The service tells the phones of the person or document that the request names.
    case notification
    /// The relying party shows or opens a link, and whoever opens it first claims the session.
    case deviceLink
}
