import Wire

/// The certificate that the connection itself was opened with, where TLS ends in this process; else what another
/// source says. What was proved to us comes before what somebody tells.
public struct ConnectionCertificates: ClientCertificateSource {
    private let other: any ClientCertificateSource

    public init(or other: any ClientCertificateSource) {
        self.other = other
    }

    public func certificateHash(of request: HTTPRequest, _ context: RequestContext) -> [UInt8]? {
        context.clientCertificateSHA256 ?? other.certificateHash(of: request, context)
    }
}
