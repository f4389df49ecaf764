import Wire

/// Where the certificate comes from that a client has shown and whose key it has proved to hold.
public protocol ClientCertificateSource: Sendable {
    /// SHA-256 of the DER certificate; nil when the client has shown none.
    func certificateHash(of request: HTTPRequest, _ context: RequestContext) -> [UInt8]?
}

/// No way to a certificate: nobody has one.
public struct NoClientCertificates: ClientCertificateSource {
    public init() {}

    public func certificateHash(of request: HTTPRequest, _ context: RequestContext) -> [UInt8]? { nil }
}
