/// What lies between a client's socket and its HTTP: TLS, which this module does not know. Bytes in, bytes out; it
/// touches no socket. Used by one thread at a time.
public protocol ClientLayer: AnyObject, Sendable {
    /// Whether the peer is the one that is meant and plaintext may go out.
    var isReady: Bool { get }
    /// Whether the peer has said that it sends nothing more.
    var isClosedByPeer: Bool { get }
    /// Takes bytes of the peer and gives their plaintext. The first call, without bytes, begins the handshake.
    func open(_ bytes: UnsafeRawBufferPointer) throws(ClientLayerFailure) -> [UInt8]
    /// Encrypts plaintext.
    func seal(_ bytes: ArraySlice<UInt8>) throws(ClientLayerFailure)
    /// What is to be sent now, the handshake's bytes and alerts too; it is the caller's from here on.
    func takeOutgoing() -> [UInt8]
}

/// Why a layer does not carry a connection any further.
public enum ClientLayerFailure: Error, Sendable, Equatable {
    /// The peer is not the one that is meant.
    case untrusted
    /// The handshake failed otherwise, or something that came was damaged.
    case broken
}
