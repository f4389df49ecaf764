import Crypto
import Wire

/// The certificate that a trusted proxy has seen, as it writes it into a header field. From anybody else the field
/// means nothing: a client could write what it likes.
public struct ProxyClientCertificates: ClientCertificateSource {
    private let field: String
    private let trusted: [CIDRBlock]

    /// - Parameters:
    ///   - field: name of the header field; the proxy must remove what clients send under it
    ///   - trusted: who may say it, the peers of the connection
    public init(field: String, trusted: [CIDRBlock]) {
        self.field = field
        self.trusted = trusted
    }

    public func certificateHash(of request: HTTPRequest, _ context: RequestContext) -> [UInt8]? {
        let values = request.headers.all(field)
        guard values.count == 1, let value = values.first, trusted.contains(where: { $0.contains(context.peer) }) else {
            return nil
        }
        return Self.hash(value)
    }

    /// Three ways in which proxies say it: SHA-256 in hexadecimal, with or without colons (HAProxy, Caddy, Envoy); the
    /// certificate as `:BASE64:` (RFC 9440); the certificate as percent-encoded PEM (nginx). Nil for anything else.
    static func hash(_ value: String) -> [UInt8]? {
        let digits = value.filter { $0 != ":" }
        if let hash = Hex.decode(digits), hash.count == SHA256.byteCount { return hash }
        if value.utf8.count > 2, value.first == ":", value.last == ":" {
            return Base64.decode(String(value.dropFirst().dropLast())).map { SHA256.hash($0) }
        }
        guard let text = PercentCoding.decode(value), let found = try? PEM.decode(text), found.count == 1 else {
            return nil
        }
        return found.first.map { SHA256.hash($0) }
    }
}
