/// What a session is about. The raw value is the wire's and the database's.
public enum SessionFlow: String, Sendable {
    case authentication = "AUTHENTICATION"
    case signature = "SIGNATURE"
    case certificateChoice = "CERTIFICATE_CHOICE"

    /// The key that answers: log-ins and signatures never share one (wire-appendix.md §9).
    public var slot: String { self == .authentication ? "AUTH" : "SIGN" }
}
