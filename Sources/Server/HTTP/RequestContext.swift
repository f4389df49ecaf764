/// What is known about a request besides its bytes.
public struct RequestContext: Sendable {
    public let requestID: RequestID
    /// Who opened the connection.
    public let peer: IPAddress
    /// Who asks: the peer, or what a trusted proxy says (mobile-api.md §8).
    public let client: IPAddress
    /// When the first byte of the request had arrived; the same after a park.
    public let received: MonotonicTime
    /// When an answer is no longer worth anything: the bound for waits in a handler. Fresh after a park.
    public let deadline: MonotonicTime
    /// SHA-256 of the DER of the certificate that the peer has shown over TLS, 32 bytes, its key proved; nil when the
    /// connection has none. Whether the listener also demands an issuer is its own setting.
    public let clientCertificateSHA256: [UInt8]?
    private let drain: DrainFlag

    public init(
        requestID: RequestID = RequestID(), peer: IPAddress, client: IPAddress? = nil,
        received: MonotonicTime = .now(), deadline: MonotonicTime, clientCertificateSHA256: [UInt8]? = nil,
        drain: DrainFlag = DrainFlag()
    ) {
        self.requestID = requestID
        self.peer = peer
        self.client = client ?? peer
        self.received = received
        self.deadline = deadline
        self.clientCertificateSHA256 = clientCertificateSHA256
        self.drain = drain
    }

    /// True once the server stops: a long poll answers what it has now.
    public var isDraining: Bool { drain.isRaised }

    /// The clock that deadlines are on.
    public var now: MonotonicTime { .now() }
}
