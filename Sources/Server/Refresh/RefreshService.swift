import Crypto
import Storage
import Wire

/// Key refresh: F1 → F2, and F3. What follows are signing runs, whose finish authorises and then commits the new epoch
/// (`SigningStore.finishRefresh`; threshold-ecdsa A.6).
public struct RefreshService: Sendable {
    let stores: Stores
    let secrets: ServiceSecrets
    let kek: any KeyEncryptionKey
    let compute: ComputePool
    let suites: SuiteChoice
    /// Names this process in rows that it owns.
    let bootId: String
    let cleanup: Cleanup
    let integrity: IntegrityWatch
    let faults: FaultPoints
    let random = SystemRandom()

    /// As an enrolment; and as long again once it is authorised.
    static let lifetimeSeconds: Int64 = 600

    init(
        stores: Stores, secrets: ServiceSecrets, kek: any KeyEncryptionKey, compute: ComputePool,
        suites: SuiteChoice, bootId: String, cleanup: Cleanup, integrity: IntegrityWatch, faults: FaultPoints = .none
    ) {
        self.stores = stores
        self.secrets = secrets
        self.kek = kek
        self.compute = compute
        self.suites = suites
        self.bootId = bootId
        self.cleanup = cleanup
        self.integrity = integrity
        self.faults = faults
    }

    /// F2 and what travels beside it.
    struct Opened: Sendable {
        let refreshId: String
        let expiresAt: Int64
        let parameters: ParameterSets.Offered
        let f2: F2
    }

    /// - Throws: KEY_LOCKED, EPOCH, REFRESH_SUITE, SUITE_UNKNOWN, REFRESH_IDENTITY_REQUIRED, KYC_…, REFRESH_LIMIT,
    ///   REFRESH_OPEN
    func open(
        _ request: RefreshInitRequest, device: DeviceIdentity, deadline: MonotonicTime
    ) throws(ServiceError) -> Opened {
        let f1 = request.f1
        let suite = try checked { () throws(CryptoError) in try ServerRefresh.check(f1) }
        let key = try self.key(f1.slot, device.documentNumber, deadline)
        let authority = try self.authority(for: key, deadline)
        let facts = RefreshRules.Facts(
            key: key.state, authority: authority, hasIdentity: request.proofReference != nil,
            isEpochOwn: UInt64(key.epoch) == f1.epoch, suite: key.suite, wantedSuite: Int(suite.number))
        if let code = RefreshRules.refusal(facts) { throw ServiceError(code) }
        guard suites.isAllowed(suite), let parameters = secrets.parameters.current(suite) else {
            throw ServiceError(.suiteUnknown, pointer: "/suite", expected: "a suite that this service offers")
        }
        try requireProof(request.proofReference, key, deadline)
        let load = try ServiceError.storing { () throws(StorageError) in
            try stores.refreshes.load(
                documentNumber: key.documentNumber, hasIdentity: request.proofReference != nil,
                deadline: deadline.storage)
        }
        guard RefreshRules.isWithinLimits(load) else { throw ServiceError(.refreshLimit) }
        return try open(f1, suite, key, parameters, proof: request.proofReference, deadline)
    }

    private func open(
        _ f1: F1, _ suite: Suite, _ key: KeyRecord, _ parameters: ParameterSets.Offered, proof: String?,
        _ deadline: MonotonicTime
    ) throws(ServiceError) -> Opened {
        // The database decides about expiry, so its clock sets it.
        let now = try ServiceError.storing { () throws(StorageError) in
            try stores.pool.now(deadline: deadline.storage)
        }
        let expiresAt = now / 1_000 + Self.lifetimeSeconds
        let refreshId = RandomUUID.make(random)
        let context = RefreshContext(
            generation: KeyGenerationContext(
                enrolmentId: refreshId, documentNumber: key.documentNumber, slot: f1.slot, suite: suite,
                nonceP1: f1.nonce, nonceP2: random.bytes(32), parametersHash: parameters.set.parametersHash,
                keyId: key.keyId), epoch: f1.epoch + 1)
        let (f2, sealed) = try answer(context, expiresAt: expiresAt)
        let new = NewRefresh(
            id: refreshId, keyId: key.keyId, documentNumber: key.documentNumber, slot: key.slot,
            suite: Int(suite.number), epoch: key.epoch + 1, kycState: proof,
            parametersHash: parameters.set.parametersHash, nonceP1: f1.nonce, commitment: f1.commitment,
            nonceP2: f2.nonce, sealedFactor: sealed, expiresAt: expiresAt * 1_000)
        switch try ServiceError.storing({ () throws(StorageError) in
            try stores.refreshes.open(new, deadline: deadline.storage)
        }) {
        case .opened: break
        case .keyMoved: throw ServiceError(.epoch)
        case .identityOpen: throw ServiceError(.refreshOpen)
        }
        faults(.afterRefreshOpened)
        return Opened(refreshId: refreshId, expiresAt: expiresAt, parameters: parameters, f2: f2)
    }

    private func answer(_ context: RefreshContext, expiresAt: Int64) throws(ServiceError) -> (F2, [UInt8]) {
        try checked { () throws(CryptoError) in
            let answer = try ServerRefresh.respond(
                context: context, expiresAt: UInt64(expiresAt), core: secrets.core, random: random)
            let sealed = try Envelope.seal(
                secret: answer.d2.secretBytes,
                associatedData: SealContext.refreshFactor(
                    refreshId: context.generation.enrolmentId, keyId: context.generation.keyId,
                    epoch: Int(context.epoch)), under: kek, random: random)
            return (answer.f2, sealed)
        }
    }

    /// The proof of identity must be the device's citizen's, fresh, and not spent elsewhere.
    private func requireProof(
        _ state: String?, _ key: KeyRecord, _ deadline: MonotonicTime
    ) throws(ServiceError) {
        guard let state else { return }
        let proof = try ServiceError.storing { () throws(StorageError) in
            try stores.refreshes.proof(
                state: state, documentNumber: key.documentNumber, slot: key.slot, deadline: deadline.storage)
        }
        if let code = RefreshRules.refusal(proof) {
            throw ServiceError(code, identityFailure: proof?.failure, pointer: "/danAuthCode")
        }
    }

    // MARK: Keys

    func key(
        _ slot: Slot, _ documentNumber: String, _ deadline: MonotonicTime
    ) throws(ServiceError) -> KeyRecord {
        guard let key = try keyIfAny(slot.rawValue, documentNumber, deadline) else {
            throw ServiceError(.fieldValue, pointer: "/slot", expected: "a slot of this device")
        }
        return key
    }

    /// The state of the AUTH key that is to authorise; nil where there is none, or none that may sign.
    func authority(for key: KeyRecord, _ deadline: MonotonicTime) throws(ServiceError) -> KeyRecord.State? {
        let slot = Slot.authentication.rawValue
        let found = key.slot == slot ? key : try keyIfAny(slot, key.documentNumber, deadline)
        guard let found, ProofRules.isVerified(found.proofVersion) else { return nil }
        return found.state
    }

    private func keyIfAny(
        _ slot: String, _ documentNumber: String, _ deadline: MonotonicTime
    ) throws(ServiceError) -> KeyRecord? {
        try ServiceError.storing { () throws(StorageError) in
            try stores.keys.load(documentNumber: documentNumber, slot: slot, deadline: deadline.storage)?.key
        }
    }
}
