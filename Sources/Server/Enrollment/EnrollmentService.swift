import Crypto
import Storage
import Wire

/// Enrolment: distributed key generation and certificate, in two calls (mobile-api §4).
///
/// One enrolment is one attempt: whatever is rejected deletes the server's shares. All slots succeed or none does.
public struct EnrollmentService: Sendable {
    let stores: Stores
    let secrets: ServiceSecrets
    let certificates: CertificateService
    let kek: any KeyEncryptionKey
    let compute: ComputePool
    let suites: SuiteChoice
    /// Names this process in rows that it owns.
    let bootId: String
    let cleanup: Cleanup
    let integrity: IntegrityWatch
    let faults: FaultPoints
    let random = SystemRandom()

    /// An enrolment is open for ten minutes.
    static let lifetimeSeconds: Int64 = 600

    init(
        stores: Stores, secrets: ServiceSecrets, certificates: CertificateService, kek: any KeyEncryptionKey,
        compute: ComputePool, suites: SuiteChoice = .all, bootId: String, cleanup: Cleanup, integrity: IntegrityWatch,
        faults: FaultPoints = .none
    ) {
        self.stores = stores
        self.secrets = secrets
        self.certificates = certificates
        self.kek = kek
        self.compute = compute
        self.suites = suites
        self.bootId = bootId
        self.cleanup = cleanup
        self.integrity = integrity
        self.faults = faults
    }

    // MARK: init (K1 → K2)

    /// What K2 says beside its slots.
    struct Opened: Sendable {
        let enrolmentId: String
        let documentNumber: String
        let expiresAt: Int64
        let givenName: String
        let surname: String
        let parameters: ParameterSets.Offered
        let slots: [K2Slot]
    }

    /// - Parameter attested: the key that signed the request and that alone may complete the enrolment; nil where
    ///   attestation is off
    func open(
        _ request: InitRequest, by attested: AttestedCall? = nil, deadline: MonotonicTime
    ) throws(ServiceError) -> Opened {
        try requireFree(attested, platform: request.platform)
        let citizen = try verifiedCitizen(request.proofReference, deadline: deadline)
        let suite = try checked { () throws(CryptoError) -> Suite in try self.suite(of: request.slots) }
        guard suites.isAllowed(suite), let parameters = secrets.parameters.current(suite) else {
            throw ServiceError(.suiteUnknown, pointer: "/slots/0/suite", expected: "a suite that this service offers")
        }
        let enrolmentId = newUUID(), documentNumber = newUUID()
        // The database decides about expiry, so its clock sets it.
        let now = try ServiceError.storing { () throws(StorageError) in
            try stores.pool.now(deadline: deadline.storage)
        }
        let expiresAt = now / 1_000 + Self.lifetimeSeconds
        var answers: [K2Slot] = []
        var rows: [EnrolmentSlot] = []
        for k1 in request.slots {
            let context = KeyGenerationContext(
                enrolmentId: enrolmentId, documentNumber: documentNumber, slot: k1.slot, suite: suite,
                nonceP1: k1.nonce, nonceP2: randomBytes(32), parametersHash: parameters.set.parametersHash,
                keyId: newUUID())
            let (answer, row) = try answer(k1, context, expiresAt: expiresAt)
            answers.append(answer)
            rows.append(row)
        }
        let new = NewEnrolment(
            id: enrolmentId, documentNumber: documentNumber, kycState: request.proofReference, citizenId: citizen.id,
            platform: request.platform, deviceName: request.deviceName, pushToken: request.pushToken,
            expiresAt: expiresAt * 1_000, parametersHash: parameters.set.parametersHash,
            attestedKey: attested?.keyId, slots: rows)
        try ServiceError.storing { () throws(StorageError) in
            try stores.enrolments.create(new, deadline: deadline.storage)
        }
        return Opened(
            enrolmentId: enrolmentId, documentNumber: documentNumber, expiresAt: expiresAt,
            givenName: citizen.givenNameLatin, surname: citizen.surnameLatin, parameters: parameters, slots: answers)
    }

    /// An attested key serves one document for ever (one key for each citizen of a phone).
    private func requireFree(_ attested: AttestedCall?, platform: String) throws(ServiceError) {
        guard let attested else { return }
        guard holds("ATTESTATION_KEY_TAKEN", attested.use?.documentNumber == nil) else {
            throw ServiceError(.attestationKeyTaken)
        }
        guard holds("ATTESTATION_PLATFORM", attested.platform == platform) else {
            throw ServiceError(
                .attestationPlatformUnsupported, pointer: "/platform", expected: "\(attested.platform), as attested")
        }
    }

    private func suite(of slots: [K1Slot]) throws(CryptoError) -> Suite {
        var suite = Suite.suite1
        for slot in slots { suite = try ServerKeyGeneration.check(slot) }
        return suite
    }

    /// The citizen of a verified, unspent proof of identity who has not failed too often today.
    private func verifiedCitizen(_ reference: String, deadline: MonotonicTime) throws(ServiceError) -> Citizen {
        let pointer = "/danAuthCode"
        guard
            let proof = try ServiceError.storing({ () throws(StorageError) in
                try stores.kyc.get(reference: reference, deadline: deadline.storage)
            })
        else { throw ServiceError(.kycStateUnknown, pointer: pointer) }
        let now = try ServiceError.storing { () throws(StorageError) in
            try stores.pool.now(deadline: deadline.storage)
        }
        if !holds("KYC_STATE_EXPIRED", proof.expiresAt > now) { throw ServiceError(.kycStateExpired, pointer: pointer) }
        if !holds("KYC_STATE_SPENT", !proof.isSpent) { throw ServiceError(.kycStateSpent, pointer: pointer) }
        switch proof.status {
        case .verified: break
        case .pending: throw ServiceError(.kycNotVerified, pointer: pointer)
        case .failed: throw ServiceError(.kycFailed, identityFailure: proof.failure, pointer: pointer)
        case .expired: throw ServiceError(.kycStateExpired, pointer: pointer)
        }
        guard let id = proof.citizenId,
            let citizen = try ServiceError.storing({ () throws(StorageError) in
                try stores.citizens.byId(id, deadline: deadline.storage)
            })
        else { throw ServiceError(.kycNotVerified, pointer: pointer) }
        let standing = try standing(id, reference, deadline: deadline)
        guard standing.openOfProof < Limits.openEnrolmentsOfProof, standing.open < Limits.openEnrolments else {
            throw ServiceError(.enrolmentLimit, retryAfterSeconds: Limits.openEnrolmentsRetrySeconds)
        }
        return citizen
    }

    /// Asked at both calls: many enrolments may have been opened before the first was rejected.
    /// - Throws: ENROLMENT_LIMIT for a citizen whose enrolments were rejected too often today.
    @discardableResult
    func standing(
        _ citizenId: String, _ kycState: String, deadline: MonotonicTime
    ) throws(ServiceError) -> EnrolmentLoad {
        let standing = try ServiceError.storing { () throws(StorageError) in
            try stores.enrolments.standing(citizenId: citizenId, kycState: kycState, deadline: deadline.storage)
        }
        guard holds("ENROLMENT_LIMIT", standing.failures < EnrolmentStore.rejectionLimit) else {
            throw ServiceError(.enrolmentLimit, retryAfterSeconds: standing.secondsLeft)
        }
        return standing
    }

    private func answer(
        _ k1: K1Slot, _ context: KeyGenerationContext, expiresAt: Int64
    ) throws(ServiceError) -> (K2Slot, EnrolmentSlot) {
        try checked { () throws(CryptoError) in
            let answer = try ServerKeyGeneration.respond(
                context: context, expiresAt: UInt64(expiresAt), core: secrets.core, random: random)
            let sealed = try Envelope.seal(
                secret: answer.x2.secretBytes,
                associatedData: SealContext.enrolmentShare(
                    enrolmentId: context.enrolmentId, keyId: context.keyId, slot: context.slot.rawValue,
                    suite: Int(context.suite.number)),
                under: kek, random: random)
            let row = EnrolmentSlot(
                slot: context.slot.rawValue, suite: Int(context.suite.number), keyId: context.keyId,
                nonceP1: k1.nonce, commitment: k1.commitment, nonceP2: context.nonceP2, Q2: answer.k2.Q2,
                sealedX2: sealed)
            return (answer.k2, row)
        }
    }

    func randomBytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { random.fill($0) }
        return bytes
    }

    func newUUID() -> String { RandomUUID.make(random) }
}
