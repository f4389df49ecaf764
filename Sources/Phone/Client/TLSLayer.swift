import Crypto
import Synchronization
import Wire

/// TLS between a client's socket and its HTTP, to the one server that a pin names.
///
/// `@unchecked Sendable` is sound: `HTTPClient` makes one for each connection and uses it under its own lock.
final class TLSLayer: ClientLayer, @unchecked Sendable {
    private let session: TLSSession
    private let established: @Sendable (_ certificate: [UInt8]) -> Void
    private var hasReported = false

    /// - Parameters:
    ///   - name: of the host; nil for an address
    ///   - established: gets the certificate (DER) that the server has shown, once the handshake is over
    init(
        _ context: TLSClientContext, name: String?, established: @escaping @Sendable (_ certificate: [UInt8]) -> Void
    ) throws(CryptoError) {
        session = try TLSSession(context, name: name)
        self.established = established
    }

    var isReady: Bool { session.isEstablished }
    var isClosedByPeer: Bool { session.isClosedByPeer }

    func open(_ bytes: UnsafeRawBufferPointer) throws(ClientLayerFailure) -> [UInt8] {
        var plaintext: [UInt8] = []
        var failure: TLSFailure?
        withUnsafeTemporaryAllocation(byteCount: TLSSession.plaintextBytes, alignment: 16) { buffer in
            let opened = session.open(bytes, into: buffer)
            plaintext = Array(buffer[..<opened.count])
            failure = opened.failure
        }
        if let failure { throw failure == .serverCertificate ? .untrusted : .broken }
        if !hasReported, session.isEstablished, let certificate = session.serverCertificate {
            hasReported = true
            established(certificate)
        }
        return plaintext
    }

    func seal(_ bytes: ArraySlice<UInt8>) throws(ClientLayerFailure) {
        guard bytes.withUnsafeBytes({ session.seal($0) }) else { throw .broken }
    }

    func takeOutgoing() -> [UInt8] {
        let bytes = session.withOutgoing { Array($0) }
        session.sent(bytes.count)
        return bytes
    }
}
