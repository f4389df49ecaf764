import Crypto
import Storage
import Wire

/// Finds the phone behind `X-Device-Token` (mobile-api.md §2). Only SHA-256 of a token is stored, so the look-up
/// compares hashes: its time tells nothing about the token.
public struct DeviceAuthenticator: Sendable {
    private let stores: Stores
    private let wrongTokens: CredentialGuard

    /// - Parameter wrongTokens: counts what nobody has
    init(stores: Stores, wrongTokens: CredentialGuard) {
        self.stores = stores
        self.wrongTokens = wrongTokens
    }

    /// The identity behind the request's token. The first use of a token is noted, which erases the stored answer of
    /// the enrolment that made it.
    ///
    /// - Parameter document: the document number in the path, which must be the token's.
    /// - Throws: DEVICE_TOKEN_MISSING, DEVICE_TOKEN_INVALID, RATE_LIMITED where many were invalid, DEVICE_MISMATCH when
    ///   another attested key than the device's has signed the request, DOCUMENT_NOT_FOUND for another document,
    ///   DEVICE_SUSPENDED, DEVICE_REVOKED; what the key's nonce and counter are refused with.
    public func authenticate(
        _ call: Call, document: String? = nil, deadline: StorageDeadline
    ) throws(ServiceError) -> DeviceIdentity {
        try authenticate(PhoneClaim(call), document: document, deadline: deadline)
    }

    /// The same for a claim that was read before.
    func authenticate(
        _ claim: PhoneClaim, document: String? = nil, standing: Standing = .active,
        key rule: PhoneClaim.KeyRule = .bound, deadline: StorageDeadline
    ) throws(ServiceError) -> DeviceIdentity {
        let found = try found(claim, deadline)
        return try admit(found, claim, document: document, standing, rule, deadline)
    }

    /// The same, together with what the request is about: one trip to the database instead of two. What was read for a
    /// token that is refused is not given away.
    func authenticate<Value: Sendable>(
        _ claim: PhoneClaim, document: String? = nil, standing: Standing = .active, reading lookup: Lookup<Value>,
        deadline: StorageDeadline
    ) throws(ServiceError) -> (device: DeviceIdentity, value: Value) {
        try wrongTokens.require(claim.tokenHash, from: claim.client, now: claim.received)
        let (found, value) = try read(
            stores.devices.lookup(tokenHash: claim.tokenHash).with(lookup), claim, deadline)
        count(found, claim)
        return (try admit(found, claim, document: document, standing, .bound, deadline), value)
    }

    /// Judges a request before its token is looked up. What is wrong with it is still said only to a phone that is
    /// known: the token's own errors come first.
    func judging<Value>(
        _ claim: PhoneClaim, document: String? = nil, standing: Standing = .active, deadline: StorageDeadline,
        _ judge: () throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        do throws(ServiceError) { return try judge() } catch {
            _ = try authenticate(claim, document: document, standing: standing, deadline: deadline)
            throw error
        }
    }

    /// The device behind the request's token, whatever its state: for what a suspended or revoked phone may still ask.
    ///
    /// - Throws: DEVICE_TOKEN_MISSING, DEVICE_TOKEN_INVALID, DEVICE_MISMATCH.
    public func device(of call: Call, deadline: StorageDeadline) throws(ServiceError) -> Device {
        let claim = try PhoneClaim(call)
        guard let device = try found(claim, deadline) else { throw ServiceError(.deviceTokenInvalid) }
        try claim.require(.bound, of: device)
        try confirm(claim, deadline)
        return device
    }

    private func found(_ claim: PhoneClaim, _ deadline: StorageDeadline) throws(ServiceError) -> Device? {
        try wrongTokens.require(claim.tokenHash, from: claim.client, now: claim.received)
        let found = try read(stores.devices.lookup(tokenHash: claim.tokenHash), claim, deadline)
        count(found, claim)
        return found
    }

    private func count(_ found: Device?, _ claim: PhoneClaim) {
        guard found != nil else { return wrongTokens.failed(from: claim.client, now: claim.received) }
        wrongTokens.succeeded(claim.tokenHash)
    }

    /// Asks, and uses the nonce and the counter of an attested request up on the same trip, before anything else.
    private func read<Value: Sendable>(
        _ question: Lookup<Value>, _ claim: PhoneClaim, _ deadline: StorageDeadline
    ) throws(ServiceError) -> Value {
        guard let attested = claim.attested, let admission = attested.admission else {
            return try ServiceError.storing { () throws(StorageError) in
                try stores.pool.read(question, deadline: deadline)
            }
        }
        let (outcome, value) = try ServiceError.storing { () throws(StorageError) in
            try stores.pool.read(admission.with(question), deadline: deadline)
        }
        try attested.settle(outcome)
        return value
    }

    /// Older keys of the device retire with the first request of a new one.
    private func confirm(_ claim: PhoneClaim, _ deadline: StorageDeadline) throws(ServiceError) {
        guard let attested = claim.attested, claim.isFirstOfKey else { return }
        try ServiceError.storing { () throws(StorageError) in
            try stores.attestedKeys.confirm(attested.keyId, deadline: deadline)
        }
    }

    /// Which phones may ask.
    enum Standing: Sendable {
        case active
        /// Also a suspended or revoked one: for the end of what it had begun.
        case any
    }

    /// SHA-256 of the request's token.
    /// - Throws: DEVICE_TOKEN_MISSING; DEVICE_TOKEN_INVALID for what none of ours looks like
    static func tokenHash(_ request: HTTPRequest) throws(ServiceError) -> [UInt8] {
        let values = request.headers.all("X-Device-Token")
        guard let token = values.first, !token.isEmpty else { throw ServiceError(.deviceTokenMissing) }
        guard values.count == 1, token.utf8.count <= Limits.deviceTokenBytes,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw ServiceError(.deviceTokenInvalid) }
        return SHA256.hash(Array(token.utf8))
    }

    private func admit(
        _ found: Device?, _ claim: PhoneClaim, document: String?, _ standing: Standing, _ rule: PhoneClaim.KeyRule,
        _ deadline: StorageDeadline
    ) throws(ServiceError) -> DeviceIdentity {
        guard let device = found else { throw ServiceError(.deviceTokenInvalid) }
        try claim.require(rule, of: device)
        let identity = DeviceIdentity(device)
        if let document { try identity.require(document: document) }
        if rule == .bound { try confirm(claim, deadline) }
        guard standing == .active else { return identity }
        switch device.state {
        case .active: break
        case .suspended: throw ServiceError(.deviceSuspended)
        case .revoked: throw ServiceError(.deviceRevoked)
        }
        if device.tokenUsedAt == nil {
            try ServiceError.storing { () throws(StorageError) in
                try stores.devices.markTokenUsed(documentNumber: device.documentNumber, deadline: deadline)
            }
        }
        return identity
    }
}
