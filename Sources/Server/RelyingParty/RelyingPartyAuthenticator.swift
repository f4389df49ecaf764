import Storage
import Wire

/// Finds the relying party behind a request: by `Authorization: Bearer` (rp-api.md §1), or, where the operator allows
/// it for a party, by its address and the UUID in the body. Only SHA-256 of a secret is stored, so the look-up compares
/// hashes: its time tells nothing about the secret.
public struct RelyingPartyAuthenticator: Sendable {
    private let stores: Stores
    private let certificates: any ClientCertificateSource
    private let knowsAddresses: Bool
    private let wrongSecrets: CredentialGuard

    /// - Parameters:
    ///   - certificates: where client certificates come from
    ///   - knowsAddresses: whether the address of a client is worth anything here (mobile-api.md §8); otherwise nobody
    ///     is known by it
    ///   - wrongSecrets: counts what nobody has
    init(
        stores: Stores, certificates: any ClientCertificateSource = NoClientCertificates(),
        knowsAddresses: Bool = true, wrongSecrets: CredentialGuard
    ) {
        self.stores = stores
        self.wrongSecrets = wrongSecrets
        self.certificates = certificates
        self.knowsAddresses = knowsAddresses
    }

    /// Who calls, as far as the request says it.
    func caller(_ call: Call) throws(ServiceError) -> RelyingPartyCaller {
        let caller = try RelyingPartyCaller(call, certificates: certificates)
        guard knowsAddresses || caller.secretHash != nil else { throw ServiceError(.unauthorized) }
        return caller
    }

    /// The party behind a request whose body names nobody: only the secret tells.
    ///
    /// - Throws: UNAUTHORIZED (401) without a secret or with an unknown one; RATE_LIMITED (429) where there were many;
    ///   RELYING_PARTY_SUSPENDED, RELYING_PARTY_ADDRESS_DENIED, CLIENT_CERTIFICATE_REQUIRED (403).
    func authenticate(_ call: Call) throws(ServiceError) -> RelyingParty {
        let caller = try caller(call)
        guard caller.secretHash != nil else { throw ServiceError(.unauthorized) }
        return try admit(found(caller, named: nil, call.context.storageDeadline), caller)
    }

    /// The party behind a request whose body names it, with that body. With a secret, who asks is settled before
    /// anything is said about the body; without one a body that names nobody is only unauthorised.
    ///
    /// - Throws: as above.
    func authenticateNamed(
        _ call: Call
    ) throws(ServiceError) -> (party: RelyingParty, caller: RelyingPartyCaller, body: JSONFields) {
        let caller = try caller(call), deadline = call.context.storageDeadline
        guard caller.secretHash == nil else {
            return (try admit(found(caller, named: nil, deadline), caller), caller, try call.json())
        }
        guard let body = try? call.json(), let uuid = try? SessionRequestDecoder.relyingPartyUUID(body) else {
            throw ServiceError(.unauthorized)
        }
        return (try admit(found(caller, named: uuid, deadline), caller), caller, body)
    }

    /// The party behind a request about one of its sessions, together with what is read about that: one trip to the
    /// database instead of two. What was read for somebody who is refused is not given away.
    func authenticate<Value: Sendable>(
        _ caller: RelyingPartyCaller, session id: String, reading lookup: Lookup<Value>, deadline: StorageDeadline
    ) throws(ServiceError) -> (party: RelyingParty, value: Value) {
        let parties = stores.relyingParties
        try wrongSecrets.require(caller.secretHash, from: caller.address, now: .now())
        let who = caller.secretHash.map { parties.lookup(secretHash: $0) } ?? parties.lookup(session: id)
        let (found, value) = try ServiceError.storing { () throws(StorageError) in
            try stores.pool.read(who.with(lookup), deadline: deadline)
        }
        return (try admit(found, caller), value)
    }

    /// Judges a request before its secret is looked up. What is wrong with it is still said only to a party that is
    /// known: the secret's own errors come first.
    func judging<Value>(
        _ caller: RelyingPartyCaller, deadline: StorageDeadline, _ judge: () throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        do throws(ServiceError) { return try judge() } catch {
            guard caller.secretHash != nil else { throw ServiceError(.unauthorized) }
            _ = try admit(found(caller, named: nil, deadline), caller)
            throw error
        }
    }

    /// By the secret, and only without one by the name.
    private func found(
        _ caller: RelyingPartyCaller, named uuid: String?, _ deadline: StorageDeadline
    ) throws(ServiceError) -> RelyingParty? {
        try wrongSecrets.require(caller.secretHash, from: caller.address, now: .now())
        return try ServiceError.storing { () throws(StorageError) in
            if let hash = caller.secretHash {
                return try stores.relyingParties.bySecretHash(hash, deadline: deadline)
            }
            guard let uuid else { return nil }
            return try stores.relyingParties.byId(uuid, deadline: deadline)
        }
    }

    /// Judges a party that was found by this caller's secret a moment ago.
    ///
    /// - Throws: as `authenticate`.
    func admitAgain(_ party: RelyingParty, _ caller: RelyingPartyCaller) throws(ServiceError) {
        if let refusal = RelyingPartyAdmission.refusal(party, caller) { throw ServiceError(refusal) }
    }

    private func admit(_ found: RelyingParty?, _ caller: RelyingPartyCaller) throws(ServiceError) -> RelyingParty {
        let refusal = RelyingPartyAdmission.refusal(found, caller)
        if refusal == .unauthorized {
            wrongSecrets.failed(from: caller.address, now: .now())
        } else if let hash = caller.secretHash {
            wrongSecrets.succeeded(hash)
        }
        if let refusal { throw ServiceError(refusal) }
        guard let found else { throw ServiceError(.unauthorized) }
        return found
    }
}

extension RelyingParty {
    /// What a body says of its sender, against who has been found.
    ///
    /// - Throws: RELYING_PARTY_UNKNOWN (401) for another UUID, RELYING_PARTY_NAME_UNKNOWN (403).
    func require(uuid: String, name: String, of caller: RelyingPartyCaller) throws(ServiceError) {
        guard uuid == id else { throw ServiceError(.relyingPartyUnknown) }
        guard RelyingPartyAdmission.allows(name: name, of: self, caller) else {
            throw ServiceError(
                .relyingPartyNameUnknown, pointer: "/relyingPartyName", expected: "a name that the operator has listed")
        }
    }
}
