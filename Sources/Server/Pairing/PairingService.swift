import Crypto
import Storage
import Wire

/// Pairs phones with this installation, and knows them again.
struct PairingService: Sendable {
    private let stores: Stores
    private let installation: Installation
    private let key: PairingKey
    private let random: any RandomSource

    init(stores: Stores, key: SharedSecret, random: any RandomSource) {
        self.stores = stores
        installation = Installation(stores.pairing)
        self.key = PairingKey(key: key)
        self.random = random
    }

    /// The installation's id.
    func serviceId(_ deadline: StorageDeadline) throws(ServiceError) -> String {
        try installation.id(deadline)
    }

    /// A phone that proves no key, as Aptove's do not.
    /// - Throws: PAIRING_CODE_INVALID, PAIRING_CODE_LOCKED
    func pair(code: String, _ deadline: StorageDeadline) throws(ServiceError) -> PairedAnswer {
        let current = try current(deadline)
        return try spend(code, on: current, publicKey: nil, name: nil, try serviceId(deadline), deadline)
    }

    /// A phone with its key. While a code is open the signature is judged before the code is compared: a claim that
    /// nobody signed neither uses it up nor counts as a try, and its refusal says nothing about the digits.
    /// - Throws: PAIRING_CODE_INVALID, PAIRING_CODE_LOCKED, PAIRING_PROOF
    func claim(_ request: PairingRequest, _ deadline: StorageDeadline) throws(ServiceError) -> PairedAnswer {
        let current = try current(deadline), id = try serviceId(deadline)
        let claim = PairingClaim(
            serviceId: id, fingerprint: current.fingerprint, code: request.code, publicKey: request.publicKey,
            name: request.name ?? "")
        try checked { () throws(CryptoError) in try claim.verify(request.signature) }
        return try spend(
            request.code, on: current, publicKey: request.publicKey.encoding, name: request.name, id, deadline)
    }

    /// The device behind a token.
    /// - Parameter hash: 32 bytes
    /// - Returns: nil for a token that is nobody's
    func device(tokenHash hash: [UInt8], _ deadline: StorageDeadline) throws(ServiceError) -> PairedDevice? {
        try ServiceError.storing { () throws(StorageError) in
            try stores.pairing.byTokenHash(hash, deadline: deadline)
        }
    }

    // MARK: One try

    /// The code on the screen. Most tries of one that is closed end here, without its lock.
    private func current(_ deadline: StorageDeadline) throws(ServiceError) -> PairingCodeRecord {
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.pairing.current(deadline: deadline)
        }
        guard let found else { throw ServiceError(.pairingCodeInvalid) }
        if let closed = PairingCode(found).closed(now: found.readAt) { throw Self.refusal(closed) }
        return found
    }

    private func spend(
        _ code: String, on current: PairingCodeRecord, publicKey: [UInt8]?, name: String?, _ serviceId: String,
        _ deadline: StorageDeadline
    ) throws(ServiceError) -> PairedAnswer {
        let token = Base64URL.encode(random.bytes(32))
        let new = NewPairedDevice(
            id: RandomUUID.make(random), publicKey: publicKey, name: name, tokenHash: SHA256.hash(Array(token.utf8)))
        let tried = key.hash(code, id: current.id)
        // Another code may have taken its place since it was read; then nothing is compared.
        var verdict = PairingCode.Verdict.expired
        let device = try ServiceError.storing { () throws(StorageError) in
            try stores.pairing.attempt(current.id, deadline: deadline) { record in
                verdict = PairingCode(record).judge(tried, now: record.readAt)
                switch verdict {
                case .right: return .use(new)
                case .wrong(let isLast): return .countWrong(isLast: isLast)
                case .locked, .used, .expired: return .leave
                }
            }
        }
        guard let device else { throw Self.refusal(verdict) }
        return PairedAnswer(serviceId: serviceId, device: device, token: token, baseURL: current.baseURL)
    }

    /// Wrong, used and expired look the same from outside.
    private static func refusal(_ verdict: PairingCode.Verdict) -> ServiceError {
        guard case .locked = verdict else { return ServiceError(.pairingCodeInvalid) }
        return ServiceError(.pairingCodeLocked, retryAfterSeconds: Limits.lockedCodeSeconds)
    }
}
