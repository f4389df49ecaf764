/// How a TLS client knows the one server that it talks to. Issuer, names and validity of the certificate are not looked
/// at: the pin says more than all of them. That the server has the key is the handshake's own check.
public enum ServerPin: Sendable, Equatable {
    /// This certificate and no other: SHA-256 of its DER, 32 bytes.
    case certificate(sha256: [UInt8])
    /// Any certificate of this key: SHA-256 of the SubjectPublicKeyInfo, 32 bytes. Outlives a renewal.
    case publicKey(sha256: [UInt8])
}
