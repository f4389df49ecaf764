import Crypto
import Storage
import Wire

/// Finds the relying party behind `Authorization: Bearer` (rp-api.md §1). Only SHA-256 of a secret is stored, so the
/// look-up compares hashes: its time tells nothing about the secret.
public struct RelyingPartyAuthenticator: Sendable {
    private let stores: Stores

    public init(stores: Stores) {
        self.stores = stores
    }

    /// - Throws: UNAUTHORIZED (401) without a secret or with an unknown one, RELYING_PARTY_SUSPENDED (403).
    public func authenticate(
        _ request: HTTPRequest, deadline: StorageDeadline
    ) throws(ServiceError) -> RelyingParty {
        guard let secret = Self.secret(request.headers.all("Authorization")) else { throw ServiceError(.unauthorized) }
        let hash = SHA256.hash(Array(secret.utf8))
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.relyingParties.bySecretHash(hash, deadline: deadline)
        }
        guard let party = found else { throw ServiceError(.unauthorized) }
        guard party.isEnabled else { throw ServiceError(.relyingPartySuspended) }
        return party
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
