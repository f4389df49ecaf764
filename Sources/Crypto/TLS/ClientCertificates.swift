/// Whether a TLS server asks its clients for a certificate. It never demands one: who needs it looks at what came.
public enum ClientCertificates: Sendable, Equatable {
    /// Does not ask.
    case none
    /// Asks, and takes any certificate whose key the client proves to have: somebody compares its hash with a pinned
    /// one. Neither issuer nor validity is looked at, since the pin says more than both.
    case pinned
    /// Asks, and ends the handshake unless one that comes was issued by one of these authorities (DER).
    case issued(by: [[UInt8]])
}
