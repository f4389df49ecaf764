import Crypto
import Glibc
import Storage
import Wire

/// Lets a request of a phone in only when it is signed by a key that secure hardware holds (mobile-api §2).
///
/// The order of the checks is that of their cost, and nothing is written before a signature was right: form of the
/// headers, the nonce's own code and expiry, the signature, then on one trip nonce and counter. A stolen nonce is thus
/// nobody's to burn, and no nonce is used twice.
struct AttestationGate: Sendable {
    private let stores: Stores
    private let judge: AttestationJudge
    private let nonces: ChallengeNonce
    private let limits: RateLimits
    private let cache = AttestedKeyCache()
    private let random = SystemRandom()

    init(stores: Stores, judge: AttestationJudge, nonces: ChallengeNonce, limits: RateLimits) {
        self.stores = stores
        self.judge = judge
        self.nonces = nonces
        self.limits = limits
    }

    // MARK: Which routes

    /// Everything below these is a phone's.
    private static let areas = ["/kyc/", "/enrollment/", "/mobile/", "/device-status"]
    /// But for what a phone or its browser asks for before it has a key, and what everybody may know.
    private static let open = ["/enrollment/parameters", "/enrollment/parameters/{id}", "/kyc/{method}/callback"]

    static func isGuarded(_ route: Route) -> Bool {
        areas.contains(where: route.template.hasPrefix) && !open.contains(route.template)
    }

    /// Whether the route finds the phone by its token and reads that and the key's standing together.
    private static func isOfDevice(_ route: Route) -> Bool {
        route.template.hasPrefix("/mobile/") || route.template.hasPrefix("/device-status")
    }

    /// The same routes, those of phones behind the gate.
    func guarding(_ routes: [Route]) -> [Route] {
        routes.map { route in
            guard Self.isGuarded(route) else { return route }
            return route.behind { [self] (call) throws(ServiceError) in
                let attested = try admit(call)
                if !Self.isOfDevice(route) { try settle(attested, call.context.storageDeadline) }
                return try conclude(attested, call.context.storageDeadline) { () throws(ServiceError) in
                    try route.handler(call.attested(by: attested))
                }
            } annotating: { [nonces, random] response in
                response.headers.add(
                    AttestationField.nextNonce, nonces.issue(nowSeconds: Int64(time(nil)), random: random))
            }
        }
    }

    // MARK: One request

    private func admit(_ call: Call) throws(ServiceError) -> AttestedCall {
        let headers = try AttestationHeaders(call.request.headers)
        let now = Int64(time(nil))
        let spending: NonceSpending
        switch nonces.examine(headers.nonce, nowSeconds: now) {
        case .good(let good): spending = good
        case .expired: throw ServiceError(.attestationNonceExpired)
        case .foreign: throw ServiceError(.attestationNonceInvalid)
        }
        let hash = SHA256.hash(
            RequestBinding.clientData(
                method: call.request.method, target: call.request.target, bodyHash: SHA256.hash(call.request.body),
                nonce: headers.nonce))
        switch headers.evidence {
        case .attestation(let object):
            try limits.attestationByAddress.require(call.context)
            return try register(object, headers, hash, spending, now: now, call.context.storageDeadline)
        case .assertion(let object):
            return try recognise(object, headers, hash, spending, call.context)
        }
    }

    /// A fresh key: verified and stored.
    private func register(
        _ object: [UInt8], _ headers: AttestationHeaders, _ hash: [UInt8], _ spending: NonceSpending, now: Int64,
        _ deadline: StorageDeadline
    ) throws(ServiceError) -> AttestedCall {
        let key = try judge.attested(object, keyId: headers.keyId, over: hash, now: now)
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.attestedKeys.register(key, spending, deadline: deadline)
        }
        switch outcome {
        case .admitted(let use): return AttestedCall(headers, platform: key.platform, use: use)
        // Its row is there and has retired: nobody brings such a key again.
        case .keyUnknown, .counterReplayed: throw ServiceError(.attestationKeyTaken)
        case .nonceSpent: throw ServiceError(.attestationNonceSpent)
        }
    }

    /// A known key: its signature is verified; nonce and counter are still to be used up.
    private func recognise(
        _ object: [UInt8], _ headers: AttestationHeaders, _ hash: [UInt8], _ spending: NonceSpending,
        _ context: RequestContext
    ) throws(ServiceError) -> AttestedCall {
        let key = try known(headers.keyId, context)
        let counter = try judge.counter(of: object, by: key, over: hash)
        return AttestedCall(
            headers, platform: key.platform,
            admission: stores.attestedKeys.admission(spending, keyId: headers.keyId, counter: counter))
    }

    /// What never changes of the key. An address that names many keys which nobody has waits before the next is looked
    /// up; a key that was known to this process before always is.
    private func known(_ keyId: [UInt8], _ context: RequestContext) throws(ServiceError) -> AttestedKeyCache.Entry {
        if let entry = cache[keyId] { return entry }
        try limits.unknownKeysByAddress.require(keyId, from: context.client, now: context.now)
        let found: AttestedKeyRecord
        do throws(ServiceError) { found = try active(keyId, context.storageDeadline) } catch {
            if error.code == .attestationKeyUnknown {
                limits.unknownKeysByAddress.failed(from: context.client, now: context.now)
            }
            throw error
        }
        limits.unknownKeysByAddress.succeeded(keyId)
        let entry = AttestedKeyCache.Entry(found)
        cache.insert(entry, for: keyId)
        return entry
    }

    /// - Throws: ATTESTATION_KEY_UNKNOWN, also for a key that has retired
    private func active(_ keyId: [UInt8], _ deadline: StorageDeadline) throws(ServiceError) -> AttestedKeyRecord {
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.attestedKeys.byId(keyId, deadline: deadline)
        }
        guard let found, found.state == .active else { throw ServiceError(.attestationKeyUnknown) }
        return found
    }

    // MARK: Nonce and counter

    /// Runs the route. A request that it refuses before it has looked at the phone has used its nonce up as well; an
    /// answer without that never leaves.
    private func conclude(
        _ attested: AttestedCall, _ deadline: StorageDeadline, _ handler: () throws(ServiceError) -> RouteOutcome
    ) throws(ServiceError) -> RouteOutcome {
        let outcome: RouteOutcome
        do throws(ServiceError) { outcome = try handler() } catch {
            if attested.admission != nil { try settle(attested, deadline) }
            throw try explained(error, attested, deadline)
        }
        guard holds("ATTESTATION/settled", attested.use != nil) else { throw ServiceError(.internalFailure) }
        return outcome
    }

    private func settle(_ attested: AttestedCall, _ deadline: StorageDeadline) throws(ServiceError) {
        guard let admission = attested.admission else { return }
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.pool.read(admission, deadline: deadline)
        }
        do throws(ServiceError) { try attested.settle(outcome) } catch {
            throw try explained(error, attested, deadline)
        }
    }

    /// A counter that does not move may be that of a key which has retired or gone since it was remembered.
    private func explained(
        _ error: ServiceError, _ attested: AttestedCall, _ deadline: StorageDeadline
    ) throws(ServiceError) -> ServiceError {
        guard error.code == .assertionCounterReplayed else { return error }
        do throws(ServiceError) { _ = try active(attested.keyId, deadline) } catch {
            cache.forget(attested.keyId)
            throw error
        }
        return error
    }
}

extension AppAttestEnvironment {
    /// As settings and rows name it.
    var name: String {
        switch self {
        case .production: "production"
        case .development: "development"
        }
    }
}
