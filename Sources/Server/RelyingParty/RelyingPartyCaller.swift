import Crypto
import Wire

/// Everything by which a request says from whom it comes. Small: a parked poll keeps it.
struct RelyingPartyCaller: Sendable, Equatable {
    /// SHA-256 of the bearer secret; nil when there is none.
    var secretHash: [UInt8]?
    var address: IPAddress
    /// SHA-256 of the client certificate; nil without one.
    var certificateHash: [UInt8]?

    init(secretHash: [UInt8]?, address: IPAddress, certificateHash: [UInt8]? = nil) {
        self.secretHash = secretHash
        self.address = address
        self.certificateHash = certificateHash
    }

    /// - Throws: UNAUTHORIZED for an `Authorization` that is no bearer secret.
    init(_ call: Call, certificates: any ClientCertificateSource) throws(ServiceError) {
        let fields = call.request.headers.all("Authorization")
        let secret = Self.secret(fields)
        guard fields.isEmpty || secret != nil else { throw ServiceError(.unauthorized) }
        secretHash = secret.map { SHA256.hash(Array($0.utf8)) }
        address = call.context.client
        certificateHash = certificates.certificateHash(of: call.request, call.context)
    }

    /// The token of exactly one field of the scheme `Bearer` (RFC 6750 §2.1; the scheme's case is free).
    static func secret(_ fields: [String]) -> String? {
        guard fields.count == 1, let field = fields.first else { return nil }
        let parts = field.utf8.split(separator: 0x20, maxSplits: 1)
        guard parts.count == 2, Substring(parts[0]).lowercased() == "bearer" else { return nil }
        let token = Substring(parts[1]).drop { $0 == " " }
        guard (1...Limits.bearerBytes).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return String(token)
    }
}
