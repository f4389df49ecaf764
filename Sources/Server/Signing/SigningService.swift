import Crypto
import Storage

/// The server's side of the three rounds (mobile-api §6): decides, makes durable, answers.
///
/// Consume, compute, store, reveal: T1 moves the attempt to PROVED before anything that depends on k2 is computed, T2
/// stores the answer before it is sent. A crash at any point leaves one valid answer or none.
public struct SigningService: Sendable {
    let stores: Stores
    let core: CoreKey
    let kek: any KeyEncryptionKey
    let compute: ComputePool
    let vault: NonceVault
    let noise: NoiseCache
    /// Computes c3 twice; nil: once.
    let faultCheck: FaultCheck?
    let limiter: RateLimiter
    /// Devices that send wrong proofs of x1 or unknown ratchet tokens: half as many a minute as a key has attempts.
    let provers: RateLimiter
    /// Damaged keys.
    let integrity: IntegrityWatch
    /// One alert a minute for each key whose phone asks with an old epoch.
    let oldEpochAlerts = RateLimiter(perMinute: 1)
    let alerts: Alerts
    let schemeName: String
    let bootId: String
    let cleanup: Cleanup
    /// Called with the id of a session that has just ended.
    let sessionEnded: @Sendable (String) -> Void
    let faults: FaultPoints
    let random = SystemRandom()

    /// Lifetime of an attempt's nonce (threshold-ecdsa A.6).
    static let attemptMilliseconds: Int64 = 120_000

    init(
        stores: Stores, core: CoreKey, kek: any KeyEncryptionKey, compute: ComputePool, attemptsPerMinute: Int,
        schemeName: String, bootId: String, cleanup: Cleanup, alerts: Alerts = Alerts(Metrics()),
        faultCheck: FaultCheck? = nil, faults: FaultPoints = .none,
        sessionEnded: @escaping @Sendable (String) -> Void
    ) {
        self.stores = stores
        self.core = core
        self.kek = kek
        self.compute = compute
        self.vault = NonceVault()
        self.noise = NoiseCache(compute: compute, check: faultCheck)
        self.faultCheck = faultCheck
        self.limiter = RateLimiter(perMinute: attemptsPerMinute)
        self.provers = RateLimiter(perMinute: attemptsPerMinute / 2)
        self.alerts = alerts
        self.integrity = IntegrityWatch(alerts: alerts, audit: stores.audit)
        self.schemeName = schemeName
        self.bootId = bootId
        self.cleanup = cleanup
        self.faults = faults
        self.sessionEnded = sessionEnded
    }

    /// Drops nonces and noise that have expired; called now and then.
    func sweep() {
        let now = MonotonicTime.now()
        vault.sweep(now: now)
        noise.sweep(now: now)
        limiter.sweep(now: now)
        provers.sweep(now: now)
        integrity.sweep(now: now)
        oldEpochAlerts.sweep(now: now)
    }

    /// Unseals x2 of a key record.
    /// - Throws: `ENVELOPE_INVALID` when x2, N, ckey, Q, slot, suite or epoch is not what was sealed
    func share(of key: KeyRecord) throws(CryptoError) -> Scalar {
        try Scalar(secret: Envelope.open(key.sealedX2, associatedData: key.sealContext, under: kek))
    }

    /// The core's view of a key and a session.
    /// - Parameter digest: m, fixed at commit
    func context(
        _ key: KeyRecord, _ session: SessionRecord, digest: [UInt8]
    ) throws(CryptoError) -> Crypto.SigningContext {
        guard let slot = Slot(rawValue: key.slot), let scheme = SigningScheme(rawValue: session.signatureProtocol)
        else { throw CryptoError("INTERNAL", "a row that no code of ours wrote") }
        return try Crypto.SigningContext(
            suite: Suite(number: UInt64(key.suite)), keyId: key.keyId, epoch: UInt64(key.epoch),
            Q: Point(encoding: key.Q), Q1: Point(encoding: key.Q1), N: key.N, ckey: key.ckey, sessionId: session.id,
            slot: slot, scheme: scheme, digest: digest)
    }
}
