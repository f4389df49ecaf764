import Crypto
import Synchronization
import Wire

/// HTTP/1.1 over TLS to the server that a pin names. A server that shows anything else never sees a request.
public final class PinnedTransport: Transport {
    private let client: HTTPClient
    private let shown: Shown

    /// What the handshake has shown; the layers of all connections write here.
    private final class Shown: Sendable {
        let certificate = Mutex<[UInt8]?>(nil)
    }

    /// - Parameter baseURL: `https://host[:port]`; a trailing `/v3` may be left out
    /// - Throws: `.badURL`
    public init(baseURL: String, pin: ServerPin) throws(HTTPClientError) {
        let shown = Shown()
        self.shown = shown
        let context: TLSClientContext
        do throws(CryptoError) { context = try TLSClientContext(pin) } catch { throw .layerBroken }
        client = try HTTPClient(baseURL: HTTPTransport.withoutVersion(baseURL)) {
            (url) throws(ClientLayerFailure) -> any ClientLayer in
            do throws(CryptoError) {
                return try TLSLayer(context, name: url.isAddress ? nil : url.host) { certificate in
                    shown.certificate.withLock { $0 = certificate }
                }
            } catch { throw .broken }
        }
    }

    /// DER of the certificate that the server has shown in the last handshake; nil before the first.
    public var serverCertificate: [UInt8]? { shown.certificate.withLock { $0 } }

    public func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        try client.send(
            method: request.method, path: request.path, headers: request.headers, body: request.body,
            timeoutMilliseconds: request.timeoutMilliseconds)
    }
}
