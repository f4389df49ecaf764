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
        try authenticate(secretHash: Self.secretHash(request), deadline: deadline)
    }

    /// The same for a secret whose hash is known.
    func authenticate(secretHash hash: [UInt8], deadline: StorageDeadline) throws(ServiceError) -> RelyingParty {
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.relyingParties.bySecretHash(hash, deadline: deadline)
        }
        return try admit(found)
    }

    /// The same, together with what the request is about: one trip to the database instead of two. What was read for a
    /// secret that is refused is not given away.
    func authenticate<Value>(
        secretHash hash: [UInt8], reading lookup: Lookup<Value>, deadline: StorageDeadline
    ) throws(ServiceError) -> (party: RelyingParty, value: Value) {
        let (found, value) = try ServiceError.storing { () throws(StorageError) in
            try stores.pool.read(stores.relyingParties.lookup(secretHash: hash), lookup, deadline: deadline)
        }
        return (try admit(found), value)
    }

    /// Judges a request before its secret is looked up. What is wrong with it is still said only to a party that is
    /// known: the secret's own errors come first.
    func judging<Value>(
        secretHash hash: [UInt8], deadline: StorageDeadline, _ judge: () throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        do throws(ServiceError) { return try judge() } catch {
            _ = try authenticate(secretHash: hash, deadline: deadline)
            throw error
        }
    }

    private func admit(_ found: RelyingParty?) throws(ServiceError) -> RelyingParty {
        guard let party = found else { throw ServiceError(.unauthorized) }
        guard party.isEnabled else { throw ServiceError(.relyingPartySuspended) }
        return party
    }

    /// SHA-256 of the request's secret.
    /// - Throws: UNAUTHORIZED without one
    static func secretHash(_ request: HTTPRequest) throws(ServiceError) -> [UInt8] {
        guard let secret = secret(request.headers.all("Authorization")) else { throw ServiceError(.unauthorized) }
        return SHA256.hash(Array(secret.utf8))
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
